import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import type { Id, RecordOf } from '../api/resource.ts'
import { ImageField } from '../ui/fields/ImageField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { SaveAndNew } from '../ui/form/SaveAndNew.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { useThenNew } from '../ui/form/useThenNew.ts'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { PostingAccounts } from './PostingAccounts.tsx'
import { ProductMore, ProductPrices, ProductTreatment } from './ProductParts.tsx'

const list = '/inventory/products'
type ProductFormProps = {
  id: Id | null
  record?: RecordOf<typeof products>
  /** With what a new one begins. */
  start?: Values
}

/** A product in four sections: what it is, what it costs and how much there is, how it is treated, where it is posted. */
export function ProductForm({ id, record, start = {} }: ProductFormProps) {
  const { t } = useTranslation('catalog')
  const navigate = useNavigate()
  const back = () => void navigate({ to: list })
  const values = { ...valuesOf(record, start), img: undefined }
  const then = useThenNew(`${list}/create`)
  const form = useRecordForm({
    resource: products,
    id,
    values,
    onSaved: () => {
      if (!then.goesOn()) back()
    },
  })
  return (
    <FormPage
      title={t(id === null ? 'names.product.new' : 'names.product.edit')}
      form={form}
      onBack={back}
      actions={id === null && <SaveAndNew disabled={form.saving} onClick={() => then.saveAndNew(form.submit)} />}
    >
      <FormSection title={t('sections.basic')} detail={t('sections.basic_detail')}>
        <ImageField name="img" stored={record?.img ?? null} />
        <TextField name="code" />
        <TextField name="name" />
        <TextField name="name_en" />
        <TextareaField name="description" />
      </FormSection>
      <FormSection title={t('sections.pricing')} detail={t('sections.pricing_detail')}>
        <ProductPrices isUnlimited={Boolean(record?.unlimited_quantity)} />
      </FormSection>
      <FormSection title={t('sections.other')} detail={t('sections.other_detail')}>
        <ProductTreatment category={record?.category} unit={record?.unit} />
      </FormSection>
      <ProductMore weight={record?.weight ?? null} />
      <FormSection title={t('sections.accounts')} detail={t('sections.accounts_detail')}>
        <PostingAccounts of="product" income={record?.income_account} expense={record?.expense_account} />
      </FormSection>
    </FormPage>
  )
}
