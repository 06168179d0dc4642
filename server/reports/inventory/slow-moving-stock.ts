import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { daysBetween } from '#ledger/calendar/calendar.ts'
import { decimal, ratio, sum, survivesDouble, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { beside } from '../account-statement/statement-rows.ts'
import { daysOf } from '../framework/date-range.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'

type Query = z.output<(typeof reports.slowMovingStock)['calls']['show']['query']>
type StockedRow = {
  id: number
  code: string
  name: string
  name_en: string | null
  unit: string
  unit_en: string | null
  quantity: string
  value: string
  /** Net of what came back. */
  sold: string
  /** The day of the last sale that was not voided; null is never. */
  last_sold: string | null
}

/**
 * What is in stock at the end of a period, and how slowly it is sold: what was never sold first, then what was not sold for longest
 * (decision 0262). Months are those that it lasts at the pace of the period.
 */
export async function showSlowMovingStock(context: Context, query: Query): Promise<SheetInput> {
  const { from, to } = await daysOf(context, query)
  const days = daysBetween(from, to) + 1
  const stocked = await stockedAt(context, from, to)
  const rows = stocked.map((row): SheetRow => {
    const months = monthsOfStock(row, days)
    return {
      key: `product:${row.id}`,
      style: 'line',
      level: 1,
      label: named(row),
      texts: { code: row.code, unit: { name: row.unit, name_en: row.unit_en }, last_sold: row.last_sold },
      figures: {
        quantity: row.quantity,
        value: row.value,
        days_unsold: row.last_sold === null ? null : String(daysBetween(row.last_sold, to)),
        sold_quantity: row.sold,
        months_of_stock: months,
      },
      link: { to: 'stock_card', query: { product_id: row.id, from, to } },
    }
  })
  const total: SheetRow = {
    key: 'total',
    style: 'total',
    level: 1,
    label: word('lines.total'),
    texts: {},
    figures: { value: text(sum(stocked.map(({ value }) => value))) },
  }
  return sheetOf({ from, to }, columns, rows.length === 0 ? [] : [...rows, total])
}

const columns = withLeadingColumns(
  ['quantity', 'value'],
  [
    column('code', 'code'),
    column('product', 'label'),
    column('unit', 'text'),
    column('quantity', 'quantity', { query: {} }),
    column('value', 'amount', { query: {} }),
    column('last_sold', 'date'),
    column('days_unsold', 'count'),
    column('sold_quantity', 'quantity'),
    column('months_of_stock', 'quantity'),
  ],
)

/** To one decimal; null where nothing was sold, which is no pace. A month is a twelfth of 365 days. */
export function monthsOfStock({ quantity, sold }: { quantity: string; sold: string }, days: number): string | null {
  if (decimal(sold).lte(0)) return null
  const months = ratio(decimal(quantity).times(days * 12), 1, decimal(sold).times(365), 1)
  return survivesDouble(months) ? text(months) : null
}

/**
 * The present stock less what moved after the day, as the valuation reads it. A sale is an invoice or a delivery of which something is
 * still out: one that was voided sold nothing. What a credit note or a return brings back is taken off the quantity.
 */
async function stockedAt({ db, session }: Context, from: string, to: string): Promise<StockedRow[]> {
  const own = session.organization_id
  const { rows } = await sql<StockedRow>`
    WITH sums AS MATERIALIZED (
      SELECT item.product_id, item.quantity - later.quantity AS quantity, item.value - later.value AS value
      FROM stock_items AS item
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(move.quantity), 0) AS quantity, coalesce(sum(move.value), 0) AS value FROM stock_moves AS move
        WHERE move.organization_id = ${own} AND move.product_id = item.product_id AND move.move_date > ${to}::date OFFSET 0) AS later
      WHERE item.organization_id = ${own} AND item.quantity <> later.quantity)
    SELECT product.id, product.code, product.name, product.name_en, unit.name AS unit, unit.name_en AS unit_en,
      sums.quantity::text AS quantity, sums.value::text AS value, (-coalesce(sold.quantity, 0))::text AS sold, last.day::text AS last_sold
    FROM sums
    LEFT JOIN LATERAL (
      SELECT sum(move.quantity) AS quantity FROM (${movesOf(own, sql`move_date BETWEEN ${from}::date AND ${to}::date`)}) AS move
      ${kindsOf(own)}
      WHERE document.kind IN ('invoice', 'credit_note') OR note.kind = 'delivery_note') AS sold ON true
    LEFT JOIN LATERAL (
      SELECT move.move_date AS day FROM (${movesOf(own, sql`move_date <= ${to}::date AND quantity < 0`)} ORDER BY move_date DESC) AS move
      ${kindsOf(own)}
      WHERE (document.kind = 'invoice' OR note.kind = 'delivery_note') AND coalesce(
        (SELECT sum(other.quantity) FROM (${movesOf(own, sql`document_id = move.document_id`)} OFFSET 0) AS other WHERE other.move_date <= ${to}::date),
        (SELECT sum(other.quantity) FROM (${movesOf(own, sql`goods_note_id = move.goods_note_id`)} OFFSET 0) AS other WHERE other.move_date <= ${to}::date)) < 0
      LIMIT 1) AS last ON true
    ${beside('products', 'product', own, sql`sums.product_id`)}
    JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
    ORDER BY last.day NULLS FIRST, sums.value DESC, product.code, product.id`.execute(db)
  return rows
}

/** The moves of the product of an outer row, read by the index of its days or of the record that moved it. */
const movesOf = (own: number, which: RawBuilder<unknown>) => sql`
  SELECT document_id, goods_note_id, quantity, move_date FROM stock_moves
  WHERE organization_id = ${own} AND product_id = sums.product_id AND ${which}`
/** What each move is of. Looked up one by one: a join would read all documents. */
const kindsOf = (own: number) => sql`
  LEFT JOIN LATERAL (SELECT kind FROM documents WHERE organization_id = ${own} AND id = move.document_id OFFSET 0) AS document ON true
  LEFT JOIN LATERAL (SELECT kind FROM goods_notes WHERE organization_id = ${own} AND id = move.goods_note_id OFFSET 0) AS note ON true`
