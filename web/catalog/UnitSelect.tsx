import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { localName } from '../i18n/localName.ts'
import { type Choosable, useChoices } from '../ui/fields/useChoices.ts'
import type { LineCell } from '../ui/lines/LineColumn.ts'
import { type ProductInUnits, type UnitOption, unitLabel } from './unitChoices.ts'

type UnitSelectProps = {
  control: LineCell<unknown>['control']
  product_id: string
  value: string
  /** The name of the stored unit, which may be inactive by now. */
  label: string
  className?: string | undefined
  onChange: (unit: UnitOption | undefined, product: (Choosable & ProductInUnits) | null) => void
}

/** The unit of a row. Nothing where its product has only its own. */
export function UnitSelect({ control, product_id, value, label, className, onChange }: UnitSelectProps) {
  const { t } = useTranslation('common')
  const { find } = useChoices<Choosable & ProductInUnits>(optionsOf(products))
  const product = find(product_id)
  const units = product?.units ?? []
  if (units.length === 0 && value === '') return null
  const isKnown = value === '' || units.some(({ id }) => String(id) === value)
  const own = product?.unit ? localName({ name: product.unit, name_en: product.unit_en ?? null }) : t('own_unit')
  return (
    <NativeSelect
      {...control}
      className={className}
      size="xs"
      aria-label={t('fields.product_unit_id')}
      value={value}
      data={[
        { value: '', label: own },
        ...(isKnown ? [] : [{ value, label }]),
        ...units.map((unit) => ({ value: String(unit.id), label: unitLabel(unit) })),
      ]}
      onChange={({ currentTarget: { value: id } }) =>
        onChange(
          units.find((unit) => String(unit.id) === id),
          product,
        )
      }
    />
  )
}
