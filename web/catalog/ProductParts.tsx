import { useTranslation } from 'react-i18next'
import { productCategories, units } from '#contract/catalog.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { useRememberChoice } from '../ui/fields/useDefaultChoice.ts'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { FormFields } from '../ui/form/FormSection.tsx'
import { BarcodesField } from './BarcodesField.tsx'
import { ProductTypeCards } from './ProductTypeCards.tsx'
import { QuantityFields } from './QuantityFields.tsx'
import { TrackingFields } from './TrackingFields.tsx'

export function SalePrice() {
  const { currency } = useUser().organization
  return <NumberField name="sale_price" decimals={currency.decimals} />
}

export function ProductPrices({ isUnlimited }: { isUnlimited: boolean }) {
  const { currency } = useUser().organization
  return (
    <>
      <SalePrice />
      <NumberField name="purchase_price" decimals={currency.decimals} />
      <TextField name="sku" />
      <BarcodesField />
      <QuantityFields initial={isUnlimited} />
      <TrackingFields />
    </>
  )
}

type ProductSortingProps = { category?: Choosable | undefined; unit?: Choosable | undefined }

/** What it is: goods or a service, of which category and unit. */
export function ProductTreatment(props: ProductSortingProps) {
  return (
    <>
      <ProductTypeCards />
      <ProductSorting {...props} />
    </>
  )
}

/** Its category and unit, whose choice is the first one of the next new product, and its tax. */
export function ProductSorting({ category, unit }: ProductSortingProps) {
  const keepCategory = useRememberChoice('product-category')
  const keepUnit = useRememberChoice('product-unit')
  return (
    <>
      <SelectField
        name="product_category_id"
        call={optionsOf(productCategories)}
        known={category ?? null}
        onChoose={keepCategory}
      />
      <SelectField name="unit_id" call={optionsOf(units)} known={unit ?? null} onChoose={keepUnit} />
      <StatusField />
      <SwitchField name="apply_tax" />
    </>
  )
}

/** What few need of a product: its weight, for who spreads costs by it. */
export function ProductMore({ weight }: { weight: number | null }) {
  const { t } = useTranslation('catalog')
  const { uses_landed_costs } = useUser().organization
  if (!uses_landed_costs && weight === null) return null
  return (
    <FoldedSection title={t('sections.more')} detail={t('sections.more_detail')} isUsed={weight !== null}>
      <FormFields>
        <NumberField name="weight" description={t('weight_hint')} />
      </FormFields>
    </FoldedSection>
  )
}
