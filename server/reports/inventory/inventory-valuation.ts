import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { type Decimal, decimal, ratio, round, sum, survivesDouble, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { type RecordedAsOf, recordedAfter } from '#server/journal/as-recorded.ts'
import { beside } from '../account-statement/statement-rows.ts'
import { column, forwardedFilters, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { accountBalanceAt } from '../receivables/open-items-from-lines.ts'

type Query = z.output<(typeof reports.inventoryValuation)['calls']['show']['query']>
type Valued = {
  id: number
  code: string
  name: string
  name_en: string | null
  unit: string
  unit_en: string | null
  quantity: string
  value: string
  sale_price: string
}

/** Stock and its value at the end of a day. The total equals the inventory account (accounting rule 5.11). */
export async function showInventoryValuation(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const account_id = (await loadAccounts(context)).idOf('INV')
  const [stock, booked] = await Promise.all([
    stockAt(context, to, query.as_known_at),
    accountBalanceAt(context, to, query.as_known_at, [account_id]),
  ])
  const value = sum(stock.map((row) => row.value))
  const { decimals } = context.session.organization
  const margins = stock.map((row) => marginOf(row, decimals))
  const rows = stock.map((row, index): SheetRow => {
    const empty = decimal(row.quantity).eq(0)
    return {
      key: `product:${row.id}`,
      style: 'line',
      level: 1,
      label: named(row),
      texts: { code: row.code, unit: { name: row.unit, name_en: row.unit_en } },
      figures: {
        quantity: row.quantity,
        value: row.value,
        sale_price: row.sale_price,
        average: empty ? null : legible(ratio(row.value, 1, row.quantity, 4)),
        potential_margin: legible(margins[index] as Decimal),
      },
      link: { to: 'stock_card', query: { product_id: row.id, to, ...forwardedFilters(query) } },
    }
  })
  const total: SheetRow = {
    key: 'total',
    style: 'total',
    level: 1,
    label: word('lines.total'),
    texts: {},
    figures: { value: text(value), potential_margin: legible(sum(margins)) },
    // All stock together is what its account holds.
    link: { to: 'account_statement', query: { account_id, to, ...forwardedFilters(query) } },
  }
  return sheetOf(
    { to },
    // Past sale prices are not recorded.
    query.as_known_at ? columns.filter(({ key }) => !ofPrices.has(key)) : columns,
    rows.length === 0 ? [] : [...rows, total],
    {
      difference: text(value.minus(booked)),
      notes: belowNothing(stock),
    },
  )
}

/** In earlier versions a backdated sale could take more than the value of its goods: reported where it appears. */
function belowNothing(stock: readonly Valued[]): SheetInput['notes'] {
  const odd = stock.filter(
    ({ quantity, value }) => decimal(value).lt(0) || (decimal(quantity).eq(0) && !decimal(value).eq(0)),
  )
  if (odd.length === 0) return []
  const codes = odd.slice(0, 5).map(({ code }) => code)
  return [{ word: 'notes.stock_below_nothing', params: { codes: codes.join(', ') } }]
}

/** The margin of selling all of it at its price: an amount, although price and quantity have six decimals each. */
const marginOf = (row: Valued, decimals: number): Decimal =>
  round(decimal(row.sale_price).times(row.quantity), decimals).minus(row.value)

/** Prices and quantities at the ends of what is typed come to more digits than answers carry: that is no figure to read. */
const legible = (figure: Decimal): string | null => (survivesDouble(figure) ? text(figure) : null)

const columns = withLeadingColumns(
  ['value'],
  [
    column('code', 'code'),
    column('product', 'label'),
    column('unit', 'text'),
    column('quantity', 'quantity', { query: {} }),
    column('average', 'unit_amount'),
    column('value', 'amount', { query: {} }),
    column('sale_price', 'amount'),
    column('potential_margin', 'amount'),
  ],
)
const ofPrices: ReadonlySet<string> = new Set(['sale_price', 'potential_margin'])

/**
 * The present stock less what moved after the day: usually little or nothing, while adding up from the beginning reads
 * every move. As recorded, also less what was entered since: a move is recorded with its entry, or alone if no value
 * moved.
 */
async function stockAt({ db, session }: Context, to: string, known_at: RecordedAsOf): Promise<Valued[]> {
  const organization = session.organization_id
  const moves = (when: RawBuilder<unknown>) => sql`SELECT quantity, value FROM stock_moves AS move
    WHERE move.organization_id = ${organization} AND move.product_id = item.product_id AND ${when}`
  const { rows } = await sql<Valued>`
    WITH sums AS MATERIALIZED (
      SELECT item.product_id, item.quantity - later.quantity AS quantity, item.value - later.value AS value
      FROM stock_items AS item
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(quantity), 0) AS quantity, coalesce(sum(value), 0) AS value FROM (
          ${moves(sql`move.move_date > ${to}::date`)}
          UNION ALL
          ${moves(sql`move.move_date <= ${to}::date ${recordedAfter(known_at, sql`move.created_at`)}`)}) AS moved OFFSET 0) AS later
      WHERE item.organization_id = ${organization} AND (item.quantity <> later.quantity OR item.value <> later.value))
    SELECT product.id, product.code, product.name, product.name_en, product.sale_price, sums.quantity, sums.value,
      unit.name AS unit, unit.name_en AS unit_en
    FROM sums
    ${beside('products', 'product', organization, sql`sums.product_id`)}
    JOIN units AS unit ON unit.organization_id = ${organization} AND unit.id = product.unit_id
    ORDER BY product.code, product.id`.execute(db)
  return rows
}
