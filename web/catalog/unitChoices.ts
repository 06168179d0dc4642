import type { z } from 'zod'
import { formatPlain } from '#contract/paper/format-number.ts'
import type { unitOption } from '#contract/units/product-units.ts'
import { decimal, text } from '#ledger/money.ts'
import { priceOfUnit } from '#ledger/unit.ts'
import { localName } from '../i18n/localName.ts'

export type UnitOption = z.output<typeof unitOption>
/** A product with its further units, as forms know it. */
export type ProductInUnits = {
  sale_price: number
  purchase_price: number
  unit?: string
  unit_en?: string | null
  units?: readonly UnitOption[]
}
export type Trade = 'sales' | 'purchases'

/** Carton (12): several units of a product may have one name. */
export const unitLabel = (unit: Pick<UnitOption, 'name' | 'name_en' | 'content'>): string =>
  `${localName(unit)} (${formatPlain(unit.content)})`

/** What a product costs in one of its units, or in its own. */
type Prices = Pick<ProductInUnits, 'sale_price' | 'purchase_price'>
export function priceIn(product: Prices, unit: UnitOption | undefined, trade: Trade): string {
  const price = trade === 'sales' ? product.sale_price : product.purchase_price
  if (!unit) return String(price)
  const own = trade === 'sales' ? unit.sale_price : unit.purchase_price
  return text(priceOfUnit(own, price, unit.content))
}

/** The unit that a row of the product begins with; undefined is the product's own. */
export const usualUnit = ({ units = [] }: Pick<ProductInUnits, 'units'>, trade: Trade): UnitOption | undefined =>
  units.find((unit) => (trade === 'sales' ? unit.usual_for_sales : unit.usual_for_purchases))

/** How many of the product's own unit a scan means: those of a carton whose barcode it is. */
export function piecesOfScan({ units = [] }: Pick<ProductInUnits, 'units'>, product_unit_id: number | null): string {
  const unit = units.find(({ id }) => id === product_unit_id)
  return unit ? text(decimal(unit.content)) : '1'
}

type CountedInBase = {
  product_unit_id: number | null
  base_quantity: number
  base_unit?: string | null | undefined
  base_unit_en?: string | null | undefined
}
/** A quantity next to what is open of it: both in the product's own unit, which is named where the row states another. */
export function quantityInBase({ product_unit_id, base_quantity, base_unit, base_unit_en }: CountedInBase): string {
  const own = localName({ name: base_unit ?? '', name_en: base_unit_en ?? null })
  return product_unit_id === null ? formatPlain(base_quantity) : `${formatPlain(base_quantity)} ${own}`
}
