import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { type ValuedLot, valuedLots } from './valued-lots.ts'

type Query = z.output<(typeof reports.stockByLot)['calls']['show']['query']>

/** What there is of each batch and serial number at the end of a day, by product, with its share of the value. */
export async function showStockByLot(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const lots = await valuedLots(context, to, query.product_id)
  const products = [...Map.groupBy(lots, ({ product_id }) => product_id).values()]
  const rows = products.flatMap((own) => [...own.map(lotRow), productRow(own)])
  return sheetOf({ to }, lotColumns, rows.length === 0 ? [] : [...rows, totalOfLots(lots)])
}

export const lotRow = (lot: ValuedLot): SheetRow => ({
  key: `lot:${lot.lot_id}:${lot.place_id ?? 0}`,
  style: 'line',
  level: 2,
  label: named(lot),
  texts: {
    code: lot.code,
    lot: { name: lot.number, name_en: lot.number },
    expires_on: lot.expires_on,
    place: lot.place,
    unit: { name: lot.unit, name_en: lot.unit_en },
  },
  figures: { quantity: lot.quantity, value: text(lot.value) },
  link: { to: 'lot_card', query: { lot_id: lot.lot_id } },
})

function productRow(own: readonly ValuedLot[]): SheetRow {
  const [first] = own as [ValuedLot]
  return {
    key: `product:${first.product_id}`,
    style: 'subtotal',
    level: 1,
    label: named(first),
    texts: {},
    figures: {
      quantity: text(sum(own.map((row) => decimal(row.quantity)))),
      value: text(sum(own.map((row) => row.value))),
    },
    link: { to: 'stock_card', query: { product_id: first.product_id } },
  }
}

export const totalOfLots = (lots: readonly ValuedLot[]): SheetRow => ({
  key: 'total',
  style: 'total',
  level: 1,
  label: word('lines.total'),
  texts: {},
  figures: { value: text(sum(lots.map((row) => row.value))) },
})

export const lotColumns = withLeadingColumns(
  ['quantity', 'value'],
  [
    column('code', 'code'),
    column('product', 'label'),
    column('lot', 'text'),
    column('expires_on', 'date'),
    column('place', 'text'),
    column('unit', 'text'),
    column('quantity', 'quantity'),
    column('value', 'amount'),
  ],
)
