import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { productCategories, products, units } from '#contract/catalog.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { Id, RecordOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { ImageField } from '../ui/fields/ImageField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { PostingAccounts } from './PostingAccounts.tsx'
import { ProductTypeCards } from './ProductTypeCards.tsx'
import { QuantityFields } from './QuantityFields.tsx'

const defaults = { status: 'active', unlimited_quantity: false, apply_tax: true, quantity: '', img: undefined }
const list = '/inventory/products'
type ProductFormProps = { id: Id | null; record?: RecordOf<typeof products> }

/** A product in four sections: what it is, what it costs and how much there is, how it is treated, where it is posted. */
export function ProductForm({ id, record }: ProductFormProps) {
  const { t } = useTranslation('catalog')
  const navigate = useNavigate()
  const { currency } = useUser().organization
  const back = () => void navigate({ to: list })
  const values = { ...valuesOf(record, defaults), img: undefined }
  const form = useRecordForm({ resource: products, id, values, onSaved: back })
  return (
    <FormPage title={t(id === null ? 'names.product.new' : 'names.product.edit')} form={form} onBack={back}>
      <FormSection title={t('sections.basic')} detail={t('sections.basic_detail')}>
        <ImageField name="img" stored={record?.img ?? null} />
        <TextField name="code" />
        <TextField name="name" />
        <TextField name="name_en" />
        <TextareaField name="description" />
      </FormSection>
      <FormSection title={t('sections.pricing')} detail={t('sections.pricing_detail')}>
        <NumberField name="sale_price" decimals={currency.decimals} />
        <NumberField name="purchase_price" decimals={currency.decimals} />
        <TextField name="sku" />
        <QuantityFields initial={Boolean(record?.unlimited_quantity)} />
      </FormSection>
      <FormSection title={t('sections.other')} detail={t('sections.other_detail')}>
        <ProductTypeCards />
        <SelectField name="product_category_id" call={optionsOf(productCategories)} known={record?.category} />
        <SelectField name="unit_id" call={optionsOf(units)} known={record?.unit} />
        <StatusField />
        <SwitchField name="apply_tax" />
      </FormSection>
      <FormSection title={t('sections.accounts')} detail={t('sections.accounts_detail')}>
        <PostingAccounts of="product" income={record?.income_account} expense={record?.expense_account} />
      </FormSection>
    </FormPage>
  )
}
