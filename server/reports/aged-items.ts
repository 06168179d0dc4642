import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import { sumAccounts } from '#server/journal/balances-at.ts'
import type { Context } from '#server/kit/context.ts'
import { type ForeignCurrency, foreignCurrency, saidCurrency } from './foreign-currency.ts'
import { partyAccounts } from './party-accounts.ts'
import { column, named, sheetOf, word } from './sheet.ts'

type Query = z.output<(typeof reports.agedReceivables)['calls']['show']['query']>
const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older'] as const
const figureKeys = [...ages, 'advances', 'total'] as const
type Figures = Record<(typeof figureKeys)[number], string>
/** With what all parties come to, whichever are read. */
type AgedParty = Figures & { [Key in keyof Figures as `all_${Key}`]: string } & {
  id: number
  name: string
  name_en: string | null
}

/** What was open of each customer or supplier at the end of a day, by how long it was late (ledger.md 5.8). */
export const showAged = (side: Side) => async (context: Context, query: Query, limit: number) => {
  const to = query.to ?? context.today
  const start = Number(query.after ?? 0)
  const [{ control, advance, sign }, currency] = await Promise.all([
    partyAccounts(context, side),
    foreignCurrency(context, query.currency_id),
  ])
  const [parties, booked] = await Promise.all([
    agedParties(context, side, { to, advance, sign, currency, offset: start, limit: limit + 1 }),
    // The books are kept in the organisation's own currency: only there is something to compare with.
    currency ? null : sumAccounts(context, to, [control, advance]),
  ])
  const rows = parties.slice(0, limit).map(
    (party): SheetRow => ({
      ...{ key: `party:${party.id}`, style: 'line', level: 1, label: named(party), texts: {} },
      figures: Object.fromEntries(figureKeys.map((key) => [key, party[key]])),
      link: {
        to: `${side.party}_statement`,
        query: { [side.partyField]: party.id, to, ...(currency && { currency_id: currency.id }) },
      },
    }),
  )
  const totals = Object.fromEntries(figureKeys.map((key) => [key, parties[0]?.[`all_${key}`] ?? '0'])) as Figures
  const total = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
  return sheetOf({ to }, columnsOf(side), rows.length === 0 ? [] : [...rows, { ...total, figures: totals }], {
    currency: saidCurrency(currency),
    difference: booked === null ? null : text(decimal(totals.total).minus(decimal(booked).times(sign))),
    next: parties.length > limit ? String(start + limit) : null,
  }) satisfies SheetInput
}

const columnsOf = (side: Side) => [
  column('party', 'label', { label: word(`columns.${side.party}`) }),
  ...figureKeys.map((key) => column(key, 'amount')),
]

type Asked = {
  to: string
  advance: number
  sign: 1 | -1
  currency: ForeignCurrency | null
  offset: number
  limit: number
}

/**
 * What is open today by its index, then what was settled or taken back only after the day: of what is open today nothing
 * need be looked up, however much there is. Of each, what was relieved up to the day counts: also of one that is void since,
 * or was moved to a later day, which then stands there as money to come back. What was settled later is met by its ids in one walk, beside what settled
 * it, and put together by its id: looked up one by one it would take ten times as long, and a join would be planned for
 * the few rows that most organisations have.
 */
async function agedParties({ db, session }: Context, side: Side, asked: Asked): Promise<AgedParty[]> {
  const { to, advance, sign, currency, offset, limit } = asked
  const [left, settled, relieved] = currency
    ? [sql`document.total - document.settled`, sql`document.settled::numeric`, sql`amount`]
    : [sql`document.total_base - document.settled_base`, sql`document.settled_base::numeric`, sql`relief_base`]
  const ofDocuments = currency ? sql`AND document.currency_id = ${currency.id}` : sql``
  const ofLines = currency ? sql`AND currency_id = ${currency.id}` : sql``
  const ahead = currency ? sql`sum(amount_currency)` : sql`sum(debit - credit)`
  const organization = session.organization_id
  const later = sql`organization_id = ${organization} AND allocation_date > ${to}::date`
  const all = sql.join(figureKeys.map((key) => sql`sum(${sql.ref(`sums.${key}`)}) OVER () AS ${sql.ref(`all_${key}`)}`))
  // One kind at a time, and the open ones as their index spells them: so each is one stretch of it.
  const open = sql.join(
    side.openKinds.map(
      (kind) => sql`SELECT document.party_id, document.due_date, ${left} AS amount FROM documents AS document
      WHERE document.organization_id = ${organization} AND document.kind = ${kind} AND document.state = 'posted' AND document.settled < document.total
        AND document.document_date <= ${to}::date ${ofDocuments}`,
    ),
    sql` UNION ALL `,
  )
  const { rows } = await sql<AgedParty>`
    WITH taken_back AS MATERIALIZED (
      SELECT reverses_id, source, source_id FROM journal_entries
      WHERE organization_id = ${organization} AND reverses_id IS NOT NULL AND entry_date > ${to}::date),
    items AS (
      ${open}
      UNION ALL
      SELECT party_id, due_date, relief FROM (
        SELECT max(party_id) AS party_id, max(due_date) AS due_date, sum(relief) AS relief FROM (
          SELECT document_id, NULL::bigint AS party_id, NULL::date AS due_date, ${relieved} AS relief FROM allocations WHERE ${later}
          UNION ALL
          SELECT id, party_id, due_date, CASE WHEN document_date > ${to}::date THEN -${settled} ELSE 0 END FROM documents AS document
          WHERE document.organization_id = ${organization} AND document.id = ANY (ARRAY (SELECT document_id FROM allocations WHERE ${later}))
            AND document.kind = ANY (${side.openKinds}::text[]) ${ofDocuments}) AS met
        GROUP BY document_id) AS settled_later
      WHERE party_id IS NOT NULL
      UNION ALL
      SELECT document.party_id, document.due_date, ${left} FROM taken_back
      CROSS JOIN LATERAL (
        SELECT * FROM documents WHERE organization_id = ${organization} AND id = taken_back.source_id AND kind = taken_back.source
        UNION ALL
        SELECT * FROM documents WHERE organization_id = ${organization} AND manual_entry_id = taken_back.source_id AND taken_back.source = 'manual') AS document
      WHERE document.kind = ANY (${side.openKinds}::text[]) AND document.state = 'void' AND document.entry_id = taken_back.reverses_id
        AND document.document_date <= ${to}::date ${ofDocuments}),
    parts AS (
      SELECT party_id, sum(amount) AS amount, age, 0 AS advance FROM (
        SELECT party_id, amount, CASE WHEN ${to}::date <= due_date THEN 0 ELSE least((${to}::date - due_date - 1) / 30 + 1, 5) END AS age FROM items) AS aged
      GROUP BY party_id, age
      UNION ALL
      -- The account is read first: whose lines they are must not lead a plan through the lines of all parties.
      SELECT party_id, 0, 6, ${sign}::integer * ${ahead} FROM (SELECT * FROM journal_lines
        WHERE organization_id = ${organization} AND account_id = ${advance} AND entry_date <= ${to}::date ${ofLines} OFFSET 0) AS line
      WHERE party_id IS NOT NULL GROUP BY party_id),
    sums AS (
      SELECT party_id, coalesce(sum(amount) FILTER (WHERE age = 0), 0) AS not_due, coalesce(sum(amount) FILTER (WHERE age = 1), 0) AS days_30,
        coalesce(sum(amount) FILTER (WHERE age = 2), 0) AS days_60, coalesce(sum(amount) FILTER (WHERE age = 3), 0) AS days_90,
        coalesce(sum(amount) FILTER (WHERE age = 4), 0) AS days_120, coalesce(sum(amount) FILTER (WHERE age = 5), 0) AS older,
        sum(advance) AS advances, sum(amount) + sum(advance) AS total
      FROM parts GROUP BY party_id HAVING bool_or(amount <> 0 OR advance <> 0)),
    page AS MATERIALIZED (
      SELECT party.id, party.name, party.name_en, sums.*, ${all} FROM sums
      CROSS JOIN LATERAL (SELECT id, name, name_en FROM parties WHERE organization_id = ${organization} AND id = sums.party_id OFFSET 0) AS party
      ORDER BY party.name, party.id OFFSET ${offset} LIMIT ${limit})
    SELECT * FROM page ORDER BY name, id`.execute(db)
  return rows
}
