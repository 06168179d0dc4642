import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import { entryKnownBy } from '#server/journal/known-at.ts'
import type { Context } from '#server/kit/context.ts'
import { entryLabel } from './account-statement.ts'
import { isOfAge } from './ages.ts'
import { foreignCurrency, saidCurrency } from './foreign-currency.ts'
import { type KnownItemsAsked, knownItems } from './known-items.ts'
import { partyAccounts } from './party-accounts.ts'
import { partyOf } from './party-of.ts'
import { column, handedOn, named, sheetOf, word } from './sheet.ts'

type Query = Partial<z.output<(typeof reports.openReceivables)['calls']['show']['query']>> & Record<string, unknown>
type Asked = KnownItemsAsked & { party: { kind: Side['party']; id: number }; advance: number; age: Query['age'] }
type Item = {
  document_id: number
  document_date: string
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
 * What one customer or supplier had not settled at the end of a day, each document with how late it was, and what was paid
 * ahead (ledger.md 5.8): the rows behind the figures of an ageing, and what each of them comes to.
 */
export const showOpenItems =
  (side: Side) =>
  async (context: Context, query: Query, limit: number): Promise<SheetInput> => {
    const to = query.to ?? context.today
    const start = Number(query.after ?? 0)
    const [party, currency, { control, advance, sign }] = await Promise.all([
      partyOf(context, side, query[side.partyField] as number),
      foreignCurrency(context, query.currency_id),
      partyAccounts(context, side),
    ])
    const asked: Asked = {
      ...{ to, known_at: query.as_known_at, control, advance, sign, currency, age: query.age },
      ...{ kinds: side.openKinds, party: { kind: side.party, id: party.id } },
    }
    const [found, paidAhead] = await Promise.all([
      itemsOf(context, asked, { offset: start, limit: limit + 1 }),
      paidAheadOf(context, asked),
    ])
    const rows = found.slice(0, limit).map(itemRow)
    const next = found.length > limit ? String(start + limit) : null
    // Its account says what was paid ahead and what was used; it knows no currency to be read in.
    const statement = { account_id: advance, party_id: party.id, to, ...handedOn(query) }
    const ahead: SheetRow = {
      ...{ key: 'advances', style: 'line', level: 1, label: word('columns.advances'), texts: {} },
      figures: { remaining: paidAhead },
      link: currency ? null : { to: 'account_statement', query: statement },
    }
    if (!next && !decimal(paidAhead).eq(0)) rows.push(ahead)
    const whole = text(decimal(found[0]?.whole ?? 0).plus(paidAhead))
    const total = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
    return sheetOf({ to }, columns, rows.length === 0 ? [] : [...rows, { ...total, figures: { remaining: whole } }], {
      subject: named(party),
      currency: saidCurrency(currency),
      next,
    })
  }

const columns = [
  ...[column('entry', 'label'), column('date', 'date'), column('due_date', 'date')],
  ...[column('days_late', 'count'), column('remaining', 'amount')],
]

const itemRow = (item: Item): SheetRow => ({
  ...{ key: `document:${item.document_id}`, style: 'line', level: 1, label: entryLabel(item) },
  texts: { date: item.document_date, due_date: item.due_date },
  figures: { days_late: item.days_late > 0 ? String(item.days_late) : null, remaining: item.amount },
  link: item.source_id === null ? null : { to: item.source, query: { id: item.source_id } },
})

async function itemsOf(
  context: Context,
  asked: Asked,
  { offset, limit }: { offset: number; limit: number },
): Promise<Item[]> {
  const { to, age } = asked
  if (age === 'advances') return []
  const organization = context.session.organization_id
  const { rows } = await sql<Item>`
    WITH item AS MATERIALIZED (
      SELECT document_id, due_date, amount, sum(amount) OVER () AS whole FROM (${knownItems(context, asked)}) AS open
      WHERE ${age ? isOfAge(to, age, sql`due_date`) : sql`true`}
      ORDER BY due_date, document_id OFFSET ${offset} LIMIT ${limit})
    SELECT item.*, greatest(${to}::date - item.due_date, 0) AS days_late, document.document_date, document.number,
      entry.kind, entry.source, entry.source_id, entry.entry_number
    FROM item
    CROSS JOIN LATERAL ${ofOrganization('documents', organization, sql`item.document_id`)} AS document
    CROSS JOIN LATERAL ${ofOrganization('journal_entries', organization, sql`document.entry_id`)} AS entry
    ORDER BY item.due_date, item.document_id`.execute(context.db)
  return rows
}

const ofOrganization = (table: string, organization: number, id: RawBuilder<unknown>) =>
  sql`(SELECT * FROM ${sql.table(table)} AS own WHERE own.organization_id = ${organization} AND own.id = ${id} OFFSET 0)`

/** What was paid ahead and not used, taken off what is owed; of one age nothing. */
async function paidAheadOf(context: Context, asked: Asked): Promise<string> {
  const { to, known_at, advance, sign, currency, party, age } = asked
  if (age && age !== 'advances') return '0'
  const organization = context.session.organization_id
  const amount = currency ? sql`amount_currency` : sql`debit - credit`
  const ofLines = currency ? sql`AND currency_id = ${currency.id}` : sql``
  const { rows } = await sql<{ amount: string }>`
    SELECT ${sign}::integer * coalesce(sum(${amount}), 0) AS amount FROM (SELECT * FROM journal_lines
      WHERE organization_id = ${organization} AND party_kind = ${party.kind} AND party_id = ${party.id} AND account_id = ${advance}
        AND entry_date <= ${to}::date ${ofLines} OFFSET 0) AS line
    WHERE true ${entryKnownBy(known_at, organization, sql`line.entry_id`)}`.execute(context.db)
  return rows[0]?.amount ?? '0'
}
