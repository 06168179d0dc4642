import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { priceIn, type Trade, unitLabel } from '../../catalog/unitChoices.ts'
import { localName } from '../../i18n/localName.ts'
import { useChoices } from '../../ui/fields/useChoices.ts'
import type { LineCell } from '../../ui/lines/LineColumn.ts'
import classes from './DocumentItems.module.css'
import type { ItemRow } from './itemRow.ts'
import type { Product } from './ProductCell.tsx'

type UnitChoiceProps = { cell: LineCell<ItemRow>; trade: Trade }

/** The unit of a row, where its product has more than one. A price that was filled in becomes that of the unit. */
export function UnitChoice({ cell: { row, change, control }, trade }: UnitChoiceProps) {
  const { t } = useTranslation('documents')
  const { find } = useChoices<Product>(optionsOf(products))
  const product = find(row.product_id)
  const units = product?.units ?? []
  if (units.length === 0 && row.product_unit_id === '') return null
  const isKnown = row.product_unit_id === '' || units.some(({ id }) => String(id) === row.product_unit_id)
  const own = product?.unit ? localName({ name: product.unit, name_en: product.unit_en ?? null }) : t('own_unit')
  const choose = (id: string) => {
    const unit = units.find((one) => String(one.id) === id)
    const product_unit_id = unit ? id : ''
    const unit_label = unit ? unitLabel(unit) : ''
    if (!product) return change({ product_unit_id, unit_label })
    const price = priceIn(product, unit, trade)
    // A typed price stays: it is for the user to say what it is for.
    const isFilled = row.filled_price === undefined || row.filled_price === row.price
    const filled = isFilled ? { price, filled_price: price } : {}
    change({ product_unit_id, unit_label, product_price: price, ...filled })
  }
  return (
    <NativeSelect
      {...control}
      className={classes.unit}
      size="xs"
      aria-label={t('unit_of_row')}
      data-field={String(control['data-field']).replace(/quantity$/, 'product_unit_id')}
      error={undefined}
      value={row.product_unit_id}
      data={[
        { value: '', label: own },
        ...(isKnown ? [] : [{ value: row.product_unit_id, label: row.unit_label }]),
        ...units.map((unit) => ({ value: String(unit.id), label: unitLabel(unit) })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
