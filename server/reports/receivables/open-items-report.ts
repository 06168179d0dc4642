import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Side } from '#contract/documents/sides.ts'
import { ages } from '#contract/reports/filters.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { partyAccounts } from '../framework/control-accounts.ts'
import { entryLabel } from '../framework/entry-words.ts'
import { currencyHeader, foreignCurrency } from '../framework/report-currency.ts'
import { requireReportParty } from '../framework/report-party.ts'
import { column, forwardedFilters, named, sheetOf, word } from '../framework/sheet.ts'
import { type AdvancesQuery, paidAheadOf, paidAheadRows } from './advances.ts'
import { inAgingBucket } from './aging-buckets.ts'
import { openItemsAsOfPage } from './open-items-as-of.ts'
import { currentOpenItemsPage, nothingChangedSince, type Page } from './open-items-current.ts'
import { type KnownItemsQuery, openItemsFromLines, type PartyItemsQuery } from './open-items-from-lines.ts'

type Query = Partial<z.output<(typeof reports.openReceivables)['calls']['show']['query']>> & Record<string, unknown>
type OpenItemsQuery = KnownItemsQuery & AdvancesQuery & { age: Query['age'] }
type Item = {
  document_id: number
  document_date: string
  party: string
  party_en: string | null
  due_date: string
  days_late: number
  amount: string
  /** The amount with which its entry opened it. */
  original: string
  /** The total of all items, independent of the page. */
  whole: string
  number: string | null
  kind: string
  source: string
  source_id: number | null
  entry_number: number
}

/**
 * Open items of one customer or supplier, or of all, as of a day, each with its days overdue, and the advances
 * (accounting rule 5.8): the rows behind the ageing report.
 */
export const showOpenItems =
  (side: Side) =>
  async (context: Context, query: Query, limit: number): Promise<SheetInput> => {
    const to = query.to ?? context.today
    const id = query[side.partyField] as number | undefined
    const [party, currency, { control, advance, sign }] = await Promise.all([
      id === undefined ? null : requireReportParty(context, side, id),
      foreignCurrency(context, query.currency_id),
      partyAccounts(context, side),
    ])
    const itemsQuery: OpenItemsQuery = {
      to,
      known_at: query.as_known_at,
      control,
      advance,
      sign,
      currency,
      age: query.age,
      kinds: side.openKinds,
      party: party && { kind: side.party, id: party.id },
    }
    const linkOf = ({ id }: { id: number }): SheetRow['link'] =>
      // Its account shows which advances were paid and used; an account has no currency to be read in.
      currency
        ? null
        : { to: 'account_statement', query: { account_id: advance, party_id: id, to, ...forwardedFilters(query) } }
    const { rows, next, whole } = await pageOf(context, side, itemsQuery, { after: query.after, limit, linkOf })
    const total = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
    return sheetOf(
      { to },
      columnsOf(side, party),
      rows.length === 0 ? [] : [...rows, { ...total, figures: { remaining: whole } }],
      {
        subject: party && named(party),
        currency: currencyHeader(currency),
        next,
      },
    )
  }

const aheadMark = 'ahead.'
type ItemsPageQuery = { after: string | undefined; limit: number; linkOf: (party: { id: number }) => SheetRow['link'] }

/** A page of documents; after the last of them the advances, one row per party. */
async function pageOf(
  context: Context,
  side: Side,
  asked: OpenItemsQuery,
  { after = '0', limit, linkOf }: ItemsPageQuery,
) {
  const isAhead = after.startsWith(aheadMark)
  const start = Number(after.replace(aheadMark, ''))
  const counts = !asked.age || asked.age.includes('advances')
  // After the documents one advance row is read, which carries the total of all of them.
  const [found, paidAhead] = await Promise.all([
    itemsOf(context, side, asked, isAhead ? { offset: 0, limit: 1 } : { offset: start, limit: limit + 1 }),
    counts ? paidAheadOf(context, asked) : '0',
  ])
  const whole = text(decimal(found[0]?.whole ?? 0).plus(paidAhead))
  const items = isAhead ? [] : found.slice(0, limit).map(itemRow)
  if (!isAhead && found.length > limit) return { rows: items, next: String(start + limit), whole }
  const [offset, room] = [isAhead ? start : 0, limit - items.length]
  const ahead = counts ? await paidAheadRows(context, asked, { offset, limit: room + 1 }, linkOf) : []
  const next = ahead.length > room ? `${aheadMark}${offset + room}` : null
  return { rows: [...items, ...ahead.slice(0, room)], next, whole }
}

const columnsOf = (side: Side, party: unknown) => [
  column('entry', 'label'),
  ...(party ? [] : [column('party', 'text', { label: word(`columns.${side.party}`) })]),
  column('date', 'date'),
  column('due_date', 'date'),
  column('days_late', 'count'),
  column('original', 'amount'),
  column('remaining', 'amount'),
]

const itemRow = (item: Item): SheetRow => ({
  key: `document:${item.document_id}`,
  style: 'line',
  level: 1,
  label: entryLabel(item),
  texts: { date: item.document_date, due_date: item.due_date, party: { name: item.party, name_en: item.party_en } },
  figures: {
    days_late: item.days_late > 0 ? String(item.days_late) : null,
    original: item.original,
    remaining: item.amount,
  },
  link: item.source_id === null ? null : { to: item.source, query: { id: item.source_id } },
})

async function itemsOf(
  context: Context,
  side: Side,
  asked: OpenItemsQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<Item[]> {
  const { to, age, party } = asked
  const asAges = ages.filter((one) => age?.includes(one))
  if (age && asAges.length === 0) return []
  const organization = context.session.organization_id
  const isAsked = age
    ? sql.join(
        asAges.map((one) => sql`(${inAgingBucket(to, one, sql`due_date`)})`),
        sql` OR `,
      )
    : sql`true`
  const ofPage = { isAsked, offset, limit }
  const page = (await isNow(context, side, asked))
    ? currentOpenItemsPage(context, { side, party }, ofPage)
    : party
      ? openOf(context, { ...asked, party }, ofPage)
      : openItemsAsOfPage(context, asked, ofPage)
  const { rows } = await sql<Item>`
    WITH item AS MATERIALIZED (${page})
    SELECT item.*, greatest(${to}::date - item.due_date, 0) AS days_late, document.number,
      -- One that was moved to another day since stood on the day of what it had posted.
      CASE WHEN entry.id = document.entry_id THEN document.document_date ELSE entry.entry_date END AS document_date,
      ${opened(context, asked)} AS original,
      party.name AS party, party.name_en AS party_en, entry.kind, entry.source, entry.source_id, entry.entry_number
    FROM item
    CROSS JOIN LATERAL ${ofOrganization('documents', organization, sql`item.document_id`)} AS document
    CROSS JOIN LATERAL ${ofOrganization('journal_entries', organization, sql`item.entry_id`)} AS entry
    CROSS JOIN LATERAL ${ofOrganization('parties', organization, sql`item.party_id`)} AS party
    ORDER BY item.due_date, item.document_id`.execute(context.db)
  return rows
}

/** The amount with which `entry` opened `item`, on the side of its control account. */
function opened({ session }: Context, { control, sign, currency }: OpenItemsQuery): RawBuilder<unknown> {
  const side = sql.ref(sign > 0 ? 'debit' : 'credit')
  return sql`(SELECT sum(${currency ? sql`abs(amount_currency)` : side}) FROM journal_lines AS line
    WHERE line.organization_id = ${session.organization_id} AND line.entry_id = item.entry_id AND line.account_id = ${control}
      AND line.document_id = item.document_id AND line.${side} > 0)`
}

/** The open items of one party as of a past day, from its lines. */
const openOf = (context: Context, asked: PartyItemsQuery, { isAsked, offset, limit }: Page): RawBuilder<unknown> => sql`
  SELECT party_id, document_id, entry_id, due_date, amount, sum(amount) OVER () AS whole
  FROM (${openItemsFromLines(context, asked)}) AS open
  WHERE ${isAsked} ORDER BY due_date, document_id OFFSET ${offset} LIMIT ${limit}`

/** Whether the request is for what is open now, in base currency. */
async function isNow(context: Context, side: Side, { to, currency, known_at }: OpenItemsQuery): Promise<boolean> {
  if (currency || known_at || to < context.today) return false
  const { rows } = await sql<{ is_so: boolean }>`SELECT ${nothingChangedSince(context, side, to)} AS is_so`.execute(
    context.db,
  )
  return rows[0]?.is_so === true
}

const ofOrganization = (table: string, organization: number, id: RawBuilder<unknown>) =>
  sql`(SELECT * FROM ${sql.table(table)} AS own WHERE own.organization_id = ${organization} AND own.id = ${id} OFFSET 0)`
