import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { type Decimal, decimal, ratio, sum, text } from '#ledger/money.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { sumAccounts } from '#server/journal/balances-at.ts'
import type { Context } from '#server/kit/context.ts'
import { column, named, sheetOf, word } from './sheet.ts'
import { beside } from './statement-rows.ts'

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

/** What was in stock at the end of a day and what it was worth; together it is the inventory account (ledger.md 5.11). */
export async function showInventoryValuation(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const [stock, booked] = await Promise.all([stockAt(context, to), inventoryAt(context, to)])
  const value = sum(stock.map((row) => row.value))
  const margin = sum(stock.map(marginOf))
  const rows = stock.map((row): SheetRow => {
    const empty = decimal(row.quantity).eq(0)
    return {
      ...{ key: `product:${row.id}`, style: 'line', level: 1, label: named(row) },
      texts: { code: row.code, unit: { name: row.unit, name_en: row.unit_en } },
      figures: {
        ...{ quantity: row.quantity, value: row.value, sale_price: row.sale_price },
        average: empty ? null : text(ratio(row.value, 1, row.quantity, 4)),
        potential_margin: text(marginOf(row)),
      },
      link: { to: 'stock_card', query: { product_id: row.id, to } },
    }
  })
  const total = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
  return sheetOf(
    { to },
    columns,
    rows.length === 0 ? [] : [...rows, { ...total, figures: { value: text(value), potential_margin: text(margin) } }],
    {
      difference: text(value.minus(booked)),
    },
  )
}

/** What selling all of it at its price would leave. */
const marginOf = (row: Valued): Decimal => decimal(row.sale_price).times(row.quantity).minus(row.value)

const columns = [
  ...[column('code', 'code'), column('product', 'label'), column('unit', 'text'), column('quantity', 'quantity')],
  ...[column('average', 'unit_amount'), column('value', 'amount'), column('sale_price', 'amount')],
  column('potential_margin', 'amount'),
]

/**
 * What stands now, less what moved after the day: mostly little or nothing, where adding up from the beginning is
 * every move there ever was.
 */
async function stockAt({ db, session }: Context, to: string): Promise<Valued[]> {
  const organization = session.organization_id
  const { rows } = await sql<Valued>`
    WITH sums AS MATERIALIZED (
      SELECT item.product_id, item.quantity - later.quantity AS quantity, item.value - later.value AS value
      FROM stock_items AS item
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(quantity), 0) AS quantity, coalesce(sum(value), 0) AS value FROM stock_moves AS move
        WHERE move.organization_id = ${organization} AND move.product_id = item.product_id AND move.move_date > ${to}::date OFFSET 0) AS later
      WHERE item.organization_id = ${organization} AND (item.quantity <> later.quantity OR item.value <> later.value))
    SELECT product.id, product.code, product.name, product.name_en, product.sale_price, sums.quantity, sums.value,
      unit.name AS unit, unit.name_en AS unit_en
    FROM sums
    ${beside('products', 'product', organization, sql`sums.product_id`)}
    JOIN units AS unit ON unit.organization_id = ${organization} AND unit.id = product.unit_id
    ORDER BY product.code, product.id`.execute(db)
  return rows
}

async function inventoryAt(context: Context, to: string): Promise<string> {
  return sumAccounts(context, to, [(await loadAccounts(context)).idOf('INV')])
}
