import { rowsInBaseUnit, type UnitOfRow } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'

type SentGoods = { quantity: string } & UnitOfRow

/** Rows that move rows of an order, or return rows of a note, in the product's own unit. Rows without a unit ask nothing. */
export async function goodsInBaseUnit<Row extends SentGoods>(
  context: Context,
  table: 'order_lines' | 'goods_note_lines',
  rows: readonly Row[],
  idOf: (row: Row) => number,
): Promise<Row[]> {
  if (!rows.some(({ product_unit_id }) => product_unit_id)) return [...rows]
  const found = await context.db
    .selectFrom(table as 'order_lines')
    .select(['id', 'product_id'])
    .where('id', 'in', rows.map(idOf))
    .execute()
  const products = new Map(found.map(({ id, product_id }) => [id, product_id]))
  // A row that is unknown is refused by its own rule.
  const known = rows.map((row) => ({ ...row, product_id: products.get(idOf(row)) ?? 0 }))
  if (known.some(({ product_id }) => product_id === 0)) return [...rows]
  // A row without the field that was added above; the compiler does not follow that of a generic row.
  return (await rowsInBaseUnit(context, known)).map(({ product_id: _, ...row }) => row as unknown as Row)
}
