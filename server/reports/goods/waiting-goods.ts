import { sql } from 'kysely'
import type { z } from 'zod'
import { type GoodsKind, goodsKinds } from '#contract/goods/goods-kinds.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { invoiceDueDay } from '#ledger/goods/clearing.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { heldAt } from '#server/goods/waiting-at.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { readCursor, spellCursor } from '../account-statement/statement-scope.ts'
import { column, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { accountBalanceAt } from '../receivables/open-items-from-lines.ts'

type Query = z.output<(typeof reports.deliveredNotInvoiced)['calls']['show']['query']>
type Waiting = {
  id: number
  note_id: number
  number: string
  note_date: string
  party: string
  party_en: string | null
  product: string
  product_en: string | null
  quantity: string
  value: string
}

/**
 * What is delivered and not invoiced, or received and not billed, at the end of a day: each row of a goods note with what is left of it
 * (accounting rule 2.1-14). Together they are the balance of the account on that day.
 */
export const showWaitingGoods =
  (kind: GoodsKind) =>
  async (context: Context, query: Query, limit: number): Promise<SheetInput> => {
    const to = query.to ?? context.today
    const accounts = await loadAccounts(context)
    const account_id = accounts.idOf(kind.account)
    const [found, whole, balance] = await Promise.all([
      waitingAt(context, kind, { to, after: query.after, limit: limit + 1 }),
      sumAt(context, kind, to),
      accountBalanceAt(context, to, undefined, [account_id]),
    ])
    const rows = found.slice(0, limit)
    const last = found.length > limit ? rows.at(-1) : undefined
    const booked = decimal(balance).times(kind.account === 'GDNI' ? 1 : -1)
    const ends = found.length === 0 && booked.eq(0) ? [] : endRows({ whole, booked: text(booked), account_id, to })
    return sheetOf({ to }, columnsOf(kind), [...rows.map((row) => waitingRow(kind, row)), ...(last ? [] : ends)], {
      difference: ends.length === 0 ? null : text(decimal(whole).minus(booked)),
      next: last ? spellCursor({ date: last.note_date, entry_id: last.note_id, line_number: last.id }) : null,
    })
  }

const isDelivery = ({ name }: GoodsKind) => name === goodsKinds.delivery_note.name

const columnsOf = (kind: GoodsKind) =>
  withLeadingColumns(
    ['remaining'],
    [
      column('entry', 'label'),
      column('date', 'date'),
      column('party', 'text'),
      column('product', 'text'),
      ...(isDelivery(kind) ? [column('invoice_due', 'date')] : []),
      column('quantity', 'quantity'),
      column('remaining', 'amount', { query: {} }),
    ],
  )

const waitingRow = (kind: GoodsKind, row: Waiting): SheetRow => ({
  key: `goods:${row.id}`,
  style: 'line',
  level: 1,
  label: { name: row.number, name_en: row.number },
  texts: {
    date: row.note_date,
    party: { name: row.party, name_en: row.party_en },
    product: { name: row.product, name_en: row.product_en },
    ...(isDelivery(kind) && { invoice_due: invoiceDueDay(row.note_date) }),
  },
  figures: { quantity: row.quantity, remaining: row.value },
  link: { to: kind.name, query: { id: row.note_id } },
})

type Ends = { whole: string; booked: string; account_id: number; to: string }

const endRows = ({ whole, booked, account_id, to }: Ends): SheetRow[] => [
  {
    key: 'total',
    style: 'total',
    level: 1,
    label: word('lines.total'),
    texts: {},
    figures: { remaining: whole },
    link: null,
  },
  {
    key: 'account_balance',
    style: 'subtotal',
    level: 1,
    label: word('lines.account_balance'),
    texts: {},
    figures: { remaining: booked },
    link: { to: 'account_statement', query: { account_id, to } },
  },
]

type Page = { to: string; after: string | undefined; limit: number }

async function waitingAt({ db, session }: Context, kind: GoodsKind, { to, after, limit }: Page): Promise<Waiting[]> {
  const own = session.organization_id
  const cursor = after ? readCursor(after) : null
  const { rows } = await sql<Waiting>`
    SELECT page.*, party.name AS party, party.name_en AS party_en FROM (
      SELECT line.id, note.id AS note_id, note.number, note.note_date, note.party_id, line.product_name AS product,
        line.product_name_en AS product_en, (line.quantity::numeric - coalesce(gone.quantity, 0))::text AS quantity,
        (line.value::numeric - coalesce(gone.value, 0))::text AS value
      ${heldAt(own, kind.name, to)}
        AND (note.note_date, note.id, line.id) > (${cursor?.date ?? '0001-01-01'}::date, ${cursor?.entry_id ?? 0}::bigint, ${cursor?.line_number ?? 0}::bigint)
      ORDER BY note.note_date, note.id, line.id LIMIT ${limit}) AS page
    JOIN parties AS party ON party.organization_id = ${own} AND party.id = page.party_id
    ORDER BY page.note_date, page.note_id, page.id`.execute(db)
  return rows
}

async function sumAt({ db, session }: Context, kind: GoodsKind, to: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    SELECT coalesce(sum(line.value::numeric - coalesce(gone.value, 0)), 0)::text AS value ${heldAt(session.organization_id, kind.name, to)}`.execute(
    db,
  )
  return text(sum(rows.map(({ value }) => value)))
}
