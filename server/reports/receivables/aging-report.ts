import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Side } from '#contract/documents/sides.ts'
import { ages, openParts } from '#contract/reports/filters.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { entryRecordedBy, lastMaterializedDay, notInIds } from '#server/journal/as-recorded.ts'
import { localizedName } from '#server/paging/party-columns.ts'
import { partyAccounts } from '../framework/control-accounts.ts'
import { currencyHeader, foreignCurrency } from '../framework/report-currency.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { agingBuckets } from './aging-buckets.ts'
import { agedByParty, isReadByParty } from './aging-by-party.ts'
import { dueDateAdjustments } from './due-date-as-of.ts'
import { outstandingAt } from './open-amount-sql.ts'
import {
  accountBalanceAt,
  itemsChangedSince,
  type KnownItemsQuery,
  listedTouched,
  restatedItems,
} from './open-items-from-lines.ts'
import { ofPart, openLink } from './open-items-link.ts'

type Query = z.output<(typeof reports.agedReceivables)['calls']['show']['query']>
/** What is retained is no part of the total: it is neither due nor overdue (accounting rule 2.1-16). */
const figureKeys = [...openParts, 'total', 'retained'] as const
type Figures = Record<(typeof figureKeys)[number], string>
/** With the total of all parties, independent of the page. */
export type AgedParty = Figures & { [Key in keyof Figures as `all_${Key}`]: string } & {
  id: number
  name: string
  name_en: string | null
}

/** Open items of each customer or supplier as of a day, by ageing bucket (accounting rule 5.8). */
export const showAged = (side: Side) => async (context: Context, query: Query, limit: number) => {
  const to = query.to ?? context.today
  const start = Number(query.after ?? 0)
  const isOfNow = query.currency_id === undefined && query.as_known_at === undefined
  const [{ control, advance, retention, sign }, currency, isByParty] = await Promise.all([
    partyAccounts(context, side),
    foreignCurrency(context, query.currency_id),
    isOfNow && isReadByParty(context, side, to, limit),
  ])
  const ageingQuery: AgeingQuery = {
    to,
    known_at: query.as_known_at,
    control,
    advance,
    retention,
    sign,
    currency,
    kinds: side.openKinds,
    offset: start,
    limit: limit + 1,
  }
  const [parties, booked] = await Promise.all([
    isByParty
      ? sql<AgedParty>`${agedByParty(context, side, ageingQuery)}`.execute(context.db).then(({ rows }) => rows)
      : agedParties(context, side, ageingQuery),
    // The books are in base currency: only there is something to compare with.
    currency ? null : accountBalanceAt(context, to, query.as_known_at, [control, advance]),
  ])
  const open = { to, currency, known_at: query.as_known_at }
  const totals = Object.fromEntries(figureKeys.map((key) => [key, parties[0]?.[`all_${key}`] ?? '0'])) as Figures
  // Who works without contracts sees nothing of them.
  const shown = decimal(totals.retained).eq(0) ? figureKeys.filter((key) => key !== 'retained') : figureKeys
  const rows = parties.slice(0, limit).map(
    (party): SheetRow => ({
      key: `party:${party.id}`,
      style: 'line',
      level: 1,
      label: named(party),
      texts: {},
      figures: Object.fromEntries(shown.map((key) => [key, party[key]])),
      link: openLink(side, party, open),
    }),
  )
  const total: SheetRow = {
    key: 'total',
    style: 'total',
    level: 1,
    label: word('lines.total'),
    texts: {},
    figures: Object.fromEntries(shown.map((key) => [key, totals[key]])),
    link: openLink(side, null, open),
  }
  return sheetOf({ to }, columnsOf(side, shown), rows.length === 0 ? [] : [...rows, total], {
    currency: currencyHeader(currency),
    difference: booked === null ? null : text(decimal(totals.total).minus(decimal(booked).times(sign))),
    next: parties.length > limit ? String(start + limit) : null,
  }) satisfies SheetInput
}

const columnsOf = (side: Side, shown: readonly (typeof figureKeys)[number][]) =>
  withLeadingColumns(
    ['total'],
    [
      column('party', 'label', { label: word(`columns.${side.party}`) }),
      ...shown.map((key) =>
        key === 'retained' ? column(key, 'amount') : column(key, 'amount', { query: ofPart(key) }),
      ),
    ],
  )

type AgeingQuery = KnownItemsQuery & {
  advance: number
  retention: number
  offset: number
  limit: number
  ids?: readonly number[]
}

/** The items of all parties by ageing bucket, with their advances and what is retained; one page of parties is named, or only those of some ids. */
export async function agedParties(context: Context, side: Side, asked: AgeingQuery): Promise<AgedParty[]> {
  const { db, session } = context
  const { to, known_at, advance, retention, sign, currency, offset, limit, ids } = asked
  const ofIds = ids ? sql`AND party.id = ANY (${ids}::bigint[])` : sql``
  const ofLines = currency ? sql`AND currency_id = ${currency.id}` : sql``
  const moved = currency ? sql`sum(amount_currency)` : sql`sum(debit - credit)`
  const organization = session.organization_id
  const noAges = sql.join(ages.map(() => sql`NULL::numeric`))
  const asKnown = entryRecordedBy(known_at, organization, { entry_id: sql`entry_id`, day: sql`entry_date`, to })
  // The account is read first: whose lines they are must not lead a plan through the lines of all parties.
  const onAccount = (account: number) => sql`
    (SELECT * FROM journal_lines WHERE organization_id = ${organization} AND account_id = ${account} AND entry_date <= ${to}::date ${ofLines} OFFSET 0) AS line
    WHERE party_id IS NOT NULL ${asKnown} GROUP BY party_id`
  const { all, keys, total, whole } = agedColumns
  const { before, open } = itemsAt(context, side, asked)
  const { rows } = await sql<AgedParty>`
    WITH ${before},
    parts AS (
      SELECT party_id, ${keys}, NULL::numeric AS advances, NULL::numeric AS retained FROM (
        ${open} SELECT party_id, ${agingBuckets(to, sql`amount`, sql`due_date`)} FROM items GROUP BY party_id) AS aged
      UNION ALL
      SELECT party_id, ${noAges}, ${sign}::integer * ${moved}, NULL FROM ${onAccount(advance)}
      UNION ALL
      SELECT party_id, ${noAges}, NULL, ${sign}::integer * ${moved} FROM ${onAccount(retention)}),
    sums AS (
      SELECT party_id, ${total}, coalesce(sum(advances), 0) AS advances, ${whole} + coalesce(sum(advances), 0) AS total,
        coalesce(sum(retained), 0) AS retained
      FROM parts GROUP BY party_id),
    page AS MATERIALIZED (
      SELECT party.id, party.name, party.name_en, sums.*, ${all} FROM sums
      CROSS JOIN LATERAL (SELECT id, name, name_en FROM parties WHERE organization_id = ${organization} AND id = sums.party_id OFFSET 0) AS party
      WHERE (${keys}, advances, retained) IS DISTINCT FROM (${sql.join([...openParts, 'retained'].map(() => sql`0`))}) ${ofIds}
      ORDER BY ${localizedName(context, 'party')}, party.id OFFSET ${offset} LIMIT ${limit})
    SELECT * FROM page ORDER BY ${localizedName(context, 'page')}, id`.execute(db)
  return rows
}

/** `items` and its sources, as parts of a WITH; and what is open today, already summed from its index. */
type Items = { before: RawBuilder<unknown>; open: RawBuilder<unknown> }

/**
 * Present open items come from their index, corrected for later settlements and reversals. Documents open today need no
 * look-up, however many there are. Settlements up to the day count, also of documents voided or moved later: they
 * appear as money to be returned. Later settlements are found by the last day of settlement, and their allocations by
 * ids in one index scan: single look-ups would take many times as long, and a join would be planned for the few rows of
 * most organizations. As recorded at T the same holds for the last materialized day; differing documents are read from
 * their lines.
 */
function itemsAt(context: Context, side: Side, asked: AgeingQuery): Items {
  const organization = context.session.organization_id
  const { to, currency, known_at } = asked
  const day = known_at ? lastMaterializedDay(known_at, to) : to
  const [left, settled, relieved] = currency
    ? [sql`document.total - document.settled`, sql`document.settled::numeric`, sql`amount`]
    : [sql`document.total_base - document.settled_base`, sql`document.settled_base::numeric`, sql`carrying_base`]
  const ofDocuments = currency ? sql`AND document.currency_id = ${currency.id}` : sql``
  // One kind at a time, each written as in its index: so each is one range of it, summed as it is read.
  const ofKinds = (select: (kind: string) => RawBuilder<unknown>) =>
    sql.join(side.openKinds.map(select), sql` UNION ALL `)
  const open = ofKinds(
    (kind) => sql`SELECT document.party_id, ${agingBuckets(to, left, sql`document.due_date`)} FROM documents AS document
      WHERE document.organization_id = ${organization} AND document.kind = ${kind} AND document.state = 'posted' AND document.settled < document.total
        AND document.document_date <= ${day}::date ${ofDocuments} GROUP BY document.party_id`,
  )
  const later = ofKinds(
    (
      kind,
    ) => sql`SELECT document.id, document.party_id, document.due_date, 0::numeric AS amount FROM documents AS document
      WHERE document.organization_id = ${organization} AND document.kind = ${kind} AND document.last_settled_on > ${day}::date
        AND document.document_date <= ${day}::date ${ofDocuments}`,
  )
  // As of today or later, nothing can have been settled afterwards.
  const moved =
    known_at || to < context.today
      ? sql`UNION ALL ${dueDateAdjustments(context, { to, day, known_at, currency, kinds: side.openKinds, when: known_at ? sql`AND ${notInIds(sql`document.id`, listedTouched)}` : sql`` })}`
      : sql``
  const restated = known_at
    ? sql`UNION ALL
      SELECT document.party_id, document.due_date, -${outstandingAt(organization, { to: day, currency })} FROM touched
      CROSS JOIN LATERAL (SELECT * FROM documents WHERE organization_id = ${organization} AND id = touched.id OFFSET 0) AS document
      WHERE document.kind = ANY (${side.openKinds}::text[]) ${ofDocuments}
      UNION ALL
      SELECT party_id, due_date, amount FROM (${restatedItems(context, asked)}) AS restated`
    : sql``
  const touched = known_at
    ? sql`touched AS MATERIALIZED (${itemsChangedSince(organization, { ...asked, known_at })}),`
    : sql``
  const before = sql`${touched}
    taken_back AS MATERIALIZED (
      SELECT reverses_id, source, source_id FROM journal_entries
      WHERE organization_id = ${organization} AND reverses_id IS NOT NULL AND entry_date > ${day}::date),
    settled_later AS MATERIALIZED (
      ${later}
      UNION ALL
      SELECT document.id, document.party_id, document.due_date, -${settled} FROM documents AS document
      WHERE document.organization_id = ${organization} AND document.first_settled_on < document.document_date AND document.document_date > ${day}::date
        AND document.first_settled_on <= ${day}::date AND document.kind = ANY (${side.openKinds}::text[]) ${ofDocuments}),
    items AS (
      SELECT max(party_id) AS party_id, max(due_date) AS due_date, sum(amount) AS amount FROM (
        SELECT * FROM settled_later
        UNION ALL
        SELECT document_id, NULL, NULL, ${relieved} FROM allocations WHERE organization_id = ${organization}
          AND document_id = ANY (ARRAY (SELECT id FROM settled_later)) AND allocation_date > ${day}::date) AS met
      GROUP BY id
      UNION ALL
      SELECT document.party_id, document.due_date, ${left} FROM taken_back
      CROSS JOIN LATERAL (
        SELECT * FROM documents WHERE organization_id = ${organization} AND id = taken_back.source_id AND kind = taken_back.source
        UNION ALL
        SELECT * FROM documents WHERE organization_id = ${organization} AND manual_entry_id = taken_back.source_id AND taken_back.source = 'manual') AS document
      WHERE document.kind = ANY (${side.openKinds}::text[]) AND document.state = 'void' AND document.entry_id = taken_back.reverses_id
        AND document.document_date <= ${day}::date ${ofDocuments}
      ${moved} ${restated})`
  return { before, open: sql`${open} UNION ALL` }
}

const sumOf = (key: string) => sql`coalesce(sum(${sql.ref(key)}), 0)`
/** The ageing buckets as columns of the statement: named, summed per party, summed in total, and of all parties. */
const agedColumns = {
  keys: sql.join(ages.map((key) => sql.ref(key))),
  total: sql.join(ages.map((key) => sql`${sumOf(key)} AS ${sql.ref(key)}`)),
  whole: sql.join(ages.map(sumOf), sql` + `),
  all: sql.join(figureKeys.map((key) => sql`sum(${sql.ref(`sums.${key}`)}) OVER () AS ${sql.ref(`all_${key}`)}`)),
}
