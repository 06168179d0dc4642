import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { ages } from '#contract/reports/filters.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import { entryKnownBy } from '#server/journal/known-at.ts'
import type { Context } from '#server/kit/context.ts'
import { entryLabel } from './account-statement.ts'
import { isOfAge } from './ages.ts'
import { foreignCurrency, saidCurrency } from './foreign-currency.ts'
import { bookedAt, type KnownItemsAsked, knownItems, type PartyItemsAsked } from './known-items.ts'
import { isAsNow, openNow } from './open-now.ts'
import { openThen } from './open-then.ts'
import { partyAccounts } from './party-accounts.ts'
import { partyOf } from './party-of.ts'
import { column, handedOn, named, sheetOf, word } from './sheet.ts'

type Query = Partial<z.output<(typeof reports.openReceivables)['calls']['show']['query']>> & Record<string, unknown>
type Asked = KnownItemsAsked & { party: PartyItemsAsked['party'] | null; advance: number; age: Query['age'] }
type Item = {
  document_id: number
  document_date: string
  party: string
  party_en: string | null
  due_date: string
  days_late: number
  amount: string
  /** Of all of them, whichever are read. */
  whole: string
  number: string | null
  kind: string
  source: string
  source_id: number | null
  entry_number: number
}

/**
 * What one customer or supplier, or all of them, had not settled at the end of a day, each document with how late it was, and
 * what was paid ahead (ledger.md 5.8): the rows behind the figures of an ageing and its totals, and what each of them comes to.
 */
export const showOpenItems =
  (side: Side) =>
  async (context: Context, query: Query, limit: number): Promise<SheetInput> => {
    const to = query.to ?? context.today
    const start = Number(query.after ?? 0)
    const id = query[side.partyField] as number | undefined
    const [party, currency, { control, advance, sign }] = await Promise.all([
      id === undefined ? null : partyOf(context, side, id),
      foreignCurrency(context, query.currency_id),
      partyAccounts(context, side),
    ])
    const asked: Asked = {
      ...{ to, known_at: query.as_known_at, control, advance, sign, currency, age: query.age },
      ...{ kinds: side.openKinds, party: party && { kind: side.party, id: party.id } },
    }
    const [found, paidAhead] = await Promise.all([
      itemsOf(context, side, asked, { offset: start, limit: limit + 1 }),
      paidAheadOf(context, asked),
    ])
    const rows = found.slice(0, limit).map(itemRow)
    const next = found.length > limit ? String(start + limit) : null
    // Its account says what was paid ahead and what was used; it knows no currency to be read in.
    const statement = { account_id: advance, ...(party && { party_id: party.id }), to, ...handedOn(query) }
    const ahead: SheetRow = {
      ...{ key: 'advances', style: 'line', level: 1, label: word('columns.advances'), texts: {} },
      figures: { remaining: paidAhead },
      link: currency ? null : { to: 'account_statement', query: statement },
    }
    if (!next && !decimal(paidAhead).eq(0)) rows.push(ahead)
    const whole = text(decimal(found[0]?.whole ?? 0).plus(paidAhead))
    const total = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
    return sheetOf(
      { to },
      columnsOf(side, party),
      rows.length === 0 ? [] : [...rows, { ...total, figures: { remaining: whole } }],
      {
        subject: party && named(party),
        currency: saidCurrency(currency),
        next,
      },
    )
  }

const columnsOf = (side: Side, party: unknown) => [
  column('entry', 'label'),
  ...(party ? [] : [column('party', 'text', { label: word(`columns.${side.party}`) })]),
  ...[column('date', 'date'), column('due_date', 'date')],
  ...[column('days_late', 'count'), column('remaining', 'amount')],
]

const itemRow = (item: Item): SheetRow => ({
  ...{ key: `document:${item.document_id}`, style: 'line', level: 1, label: entryLabel(item) },
  texts: { date: item.document_date, due_date: item.due_date, party: { name: item.party, name_en: item.party_en } },
  figures: { days_late: item.days_late > 0 ? String(item.days_late) : null, remaining: item.amount },
  link: item.source_id === null ? null : { to: item.source, query: { id: item.source_id } },
})

async function itemsOf(
  context: Context,
  side: Side,
  asked: Asked,
  { offset, limit }: { offset: number; limit: number },
): Promise<Item[]> {
  const { to, age, party } = asked
  const asAges = ages.filter((one) => age?.includes(one))
  if (age && asAges.length === 0) return []
  const organization = context.session.organization_id
  const isAsked = age
    ? sql.join(
        asAges.map((one) => sql`(${isOfAge(to, one, sql`due_date`)})`),
        sql` OR `,
      )
    : sql`true`
  const ofPage = { isAsked, offset, limit }
  const page = party
    ? sql`
      SELECT party_id, document_id, entry_id, due_date, amount, sum(amount) OVER () AS whole
      FROM (${knownItems(context, { ...asked, party })}) AS open
      WHERE ${isAsked} ORDER BY due_date, document_id OFFSET ${offset} LIMIT ${limit}`
    : (await isNow(context, side, asked))
      ? openNow(context, side, ofPage)
      : openThen(context, asked, ofPage)
  const { rows } = await sql<Item>`
    WITH item AS MATERIALIZED (${page})
    SELECT item.*, greatest(${to}::date - item.due_date, 0) AS days_late, document.number,
      -- One that was moved to another day since stood on the day of what it had posted.
      CASE WHEN entry.id = document.entry_id THEN document.document_date ELSE entry.entry_date END AS document_date,
      party.name AS party, party.name_en AS party_en, entry.kind, entry.source, entry.source_id, entry.entry_number
    FROM item
    CROSS JOIN LATERAL ${ofOrganization('documents', organization, sql`item.document_id`)} AS document
    CROSS JOIN LATERAL ${ofOrganization('journal_entries', organization, sql`item.entry_id`)} AS entry
    CROSS JOIN LATERAL ${ofOrganization('parties', organization, sql`item.party_id`)} AS party
    ORDER BY item.due_date, item.document_id`.execute(context.db)
  return rows
}

/** Whether what is asked for is what is open now, of everybody and in the books' own currency. */
async function isNow(context: Context, side: Side, { to, currency, known_at }: Asked): Promise<boolean> {
  if (currency || known_at || to < context.today) return false
  const { rows } = await sql<{ is_so: boolean }>`SELECT ${isAsNow(context, side, to)} AS is_so`.execute(context.db)
  return rows[0]?.is_so === true
}

const ofOrganization = (table: string, organization: number, id: RawBuilder<unknown>) =>
  sql`(SELECT * FROM ${sql.table(table)} AS own WHERE own.organization_id = ${organization} AND own.id = ${id} OFFSET 0)`

/** What was paid ahead and not used, taken off what is owed; of one age nothing. */
async function paidAheadOf(context: Context, asked: Asked): Promise<string> {
  const { to, known_at, advance, sign, currency, party, age } = asked
  if (age && !age.includes('advances')) return '0'
  const organization = context.session.organization_id
  const amount = currency ? sql`amount_currency` : sql`debit - credit`
  if (!party && !currency) return text(decimal(await bookedAt(context, to, known_at, [advance])).times(sign))
  const ofLines = currency ? sql`AND currency_id = ${currency.id}` : sql``
  const ofParty = party ? sql`AND party_kind = ${party.kind} AND party_id = ${party.id}` : sql``
  const { rows } = await sql<{ amount: string }>`
    SELECT ${sign}::integer * coalesce(sum(${amount}), 0) AS amount FROM (SELECT * FROM journal_lines
      WHERE organization_id = ${organization} AND account_id = ${advance} ${ofParty}
        AND entry_date <= ${to}::date ${ofLines} OFFSET 0) AS line
    WHERE true ${entryKnownBy(known_at, organization, { entry_id: sql`entry_id`, day: sql`entry_date`, to })}`.execute(
    context.db,
  )
  return rows[0]?.amount ?? '0'
}
