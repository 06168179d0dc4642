import { unitLabel } from '../../catalog/unitChoices.ts'
import { localName } from '../../i18n/localName.ts'
import { type LotRow, sentLots, storedLotRows } from '../../lots/lotRow.ts'
import type { Values } from '../../ui/form/FormScope.ts'

/** A row of the items table as the form holds it: figures are text, so that nothing passes through a float. */
export type ItemRow = {
  product_id: string
  product_name: string
  quantity: string
  /** The further unit that it states, and its name; '' is the product's own. */
  product_unit_id: string
  unit_label: string
  price: string
  tax_rate: string
  /** The row's own tax; '' follows the document's. */
  tax_id: string
  discount_amount: string
  discount_percent: string
  cost_center_id: string
  cost_center_name: string
  /** Over which months the row is recognised; '' is none. */
  spread_from: string
  spread_months: string
  spread_to: string
  spread_account_id: string
  /** The row of an order that it takes; '' takes none. */
  order_line_id: string
  /** The row of a goods note that it takes: its goods have moved; '' takes none. */
  goods_line_id: string
  /** Why a row of a bill may differ from its order or from what was received. */
  difference_reason: string
  /** Its batches or serial numbers; none takes what expires first. */
  lots: LotRow[]
  /** For the chosen product: its offered name, and whether the document's tax applies. */
  label?: string
  apply_tax?: boolean
  /** The price of the chosen product, and the price that was filled in: one that differs from it was typed. */
  product_price?: string
  filled_price?: string
  /** Stored rows have one; a row without it begins in edit mode. */
  line_number?: number
}

export const notSpread = { spread_from: '', spread_months: '', spread_to: '', spread_account_id: '' }

export const emptyItem = (): ItemRow => ({
  product_id: '',
  product_name: '',
  quantity: '',
  product_unit_id: '',
  unit_label: '',
  price: '',
  tax_rate: '',
  tax_id: '',
  discount_amount: '',
  discount_percent: '',
  cost_center_id: '',
  cost_center_name: '',
  ...notSpread,
  order_line_id: '',
  goods_line_id: '',
  difference_reason: '',
  lots: [],
})

export function storedItem(item: Values): ItemRow {
  const figure = (name: string) => String(item[name] ?? '')
  return {
    product_id: figure('product_id'),
    product_name: figure('product_name'),
    quantity: figure('quantity'),
    product_unit_id: figure('product_unit_id'),
    unit_label: item.product_unit_id ? statedUnit(item) : '',
    price: figure('price'),
    tax_rate: figure('tax_rate'),
    tax_id: figure('tax_id'),
    discount_amount: figure('discount_amount'),
    discount_percent: figure('discount_percent'),
    cost_center_id: figure('cost_center_id'),
    cost_center_name: item.cost_center_id
      ? localName({ name: figure('cost_center_name'), name_en: figure('cost_center_name_en') })
      : '',
    spread_from: figure('spread_from'),
    spread_months: figure('spread_months'),
    spread_to: figure('spread_to'),
    spread_account_id: figure('spread_account_id'),
    order_line_id: figure('order_line_id'),
    goods_line_id: figure('goods_line_id'),
    difference_reason: figure('difference_reason'),
    lots: storedLotRows(item.lots as Parameters<typeof storedLotRows>[0]),
    label: localName({ name: figure('item_name'), name_en: figure('item_name_en') }),
    line_number: Number(item.line_number),
  }
}

const statedUnit = (item: Values) =>
  unitLabel({
    name: String(item.unit ?? ''),
    name_en: (item.unit_en as string) ?? null,
    content: Number(item.unit_content),
  })

/** The input of a row; an untouched figure is absent, so that server and form both say "required". */
export const sentItem = (row: ItemRow, withCostCenter: boolean) => ({
  product_id: row.product_id || undefined,
  product_name: row.product_name || undefined,
  quantity: row.quantity || undefined,
  price: row.price || undefined,
  tax_rate: row.tax_rate || undefined,
  // Sent even if empty: an absent field would remain unchanged.
  tax_id: row.tax_id,
  discount_amount: row.discount_amount,
  discount_percent: row.discount_percent,
  cost_center_id: withCostCenter ? row.cost_center_id : '',
  order_line_id: row.order_line_id,
})

/** What a row says of its unit; money before the supply has none. */
export const sentUnit = ({ product_unit_id }: ItemRow) => ({ product_unit_id })

/** What only a row of an invoice or a bill says: its months, and whether its goods have moved. */
export const sentOfDocument = (row: ItemRow) => ({
  ...sentUnit(row),
  spread_from: row.spread_from,
  spread_months: row.spread_months,
  spread_to: row.spread_to,
  spread_account_id: row.spread_account_id,
  goods_line_id: row.goods_line_id,
  lots: row.goods_line_id === '' ? sentLots(row.lots) : [],
})
