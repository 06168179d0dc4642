import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type ProductToBuy, productsToBuy } from '#server/orders/products-to-buy.ts'
import { column, named, sheetOf, withLeadingColumns } from '../framework/sheet.ts'

/** What falls below its reorder point, and how much of it is proposed, by supplier (decision 0257). It is of now: orders have no past day. */
export async function showWhatToBuy(context: Context): Promise<SheetInput> {
  const rows = (await productsToBuy(context)).map(rowOf)
  return sheetOf({ to: context.today }, columns, rows)
}

const columns = withLeadingColumns(
  ['proposed'],
  [
    column('code', 'code'),
    column('product', 'label'),
    column('supplier', 'text'),
    column('unit', 'text'),
    column('on_hand', 'quantity'),
    column('reserved', 'quantity'),
    column('on_order', 'quantity'),
    column('reorder_point', 'quantity'),
    column('proposed', 'quantity'),
  ],
)

const rowOf = (row: ProductToBuy): SheetRow => ({
  key: `product:${row.product_id}`,
  style: 'line',
  level: 1,
  label: named(row),
  texts: {
    code: row.code,
    supplier: row.supplier && named(row.supplier),
    unit: { name: row.unit, name_en: row.unit_en },
  },
  figures: {
    on_hand: row.on_hand,
    reserved: row.reserved,
    on_order: row.on_order,
    reorder_point: row.reorder_point,
    proposed: text(row.proposed),
  },
  link: { to: 'stock_card', query: { product_id: row.product_id } },
})
