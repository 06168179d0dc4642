import { UnitSelect } from '../../catalog/UnitSelect.tsx'
import { type ProductInUnits, priceIn, type Trade, type UnitOption, unitLabel } from '../../catalog/unitChoices.ts'
import type { LineCell } from '../../ui/lines/LineColumn.ts'
import classes from './DocumentItems.module.css'
import type { ItemRow } from './itemRow.ts'

type UnitChoiceProps = { cell: LineCell<ItemRow>; trade: Trade }

/** The unit of a row, where its product has more than one. A price that was filled in becomes that of the unit; a typed one stays. */
export function UnitChoice({ cell: { row, change, control }, trade }: UnitChoiceProps) {
  const choose = (unit: UnitOption | undefined, product: ProductInUnits | null) => {
    const stated = { product_unit_id: unit ? String(unit.id) : '', unit_label: unit ? unitLabel(unit) : '' }
    if (!product) return change(stated)
    const price = priceIn(product, unit, trade)
    const isFilled = row.filled_price === undefined || row.filled_price === row.price
    change({ ...stated, product_price: price, ...(isFilled && { price, filled_price: price }) })
  }
  return (
    <UnitSelect
      control={{ ...control, 'data-field': control['data-field'].replace(/quantity$/, 'product_unit_id') }}
      className={classes.unit}
      product_id={row.product_id}
      value={row.product_unit_id}
      label={row.unit_label}
      onChange={choose}
    />
  )
}
