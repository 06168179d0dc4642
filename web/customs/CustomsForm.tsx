import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { customsDeclarations } from '#contract/documents/customs.ts'
import { suppliers } from '#contract/parties.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { Id } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { DocumentDates } from '../documents/DocumentDates.tsx'
import { customsPath } from '../routes/paths.ts'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { useLines } from '../ui/lines/useLines.ts'
import { CustomsGoods } from './CustomsGoods.tsx'
import { emptyGoodsLine, type GoodsLine } from './goodsLine.ts'
import type { ReferredBill } from './ReferredBill.ts'
import { useComputedVatBase } from './useComputedVatBase.ts'

type CustomsFormProps = { id: Id | null; values: Values; rate: number; bills: readonly ReferredBill[] }

/** A declaration: the creditor, the charges of customs, and the goods with duty. */
export function CustomsForm({ id, values, rate, bills }: CustomsFormProps) {
  const { t } = useTranslation('customs')
  const navigate = useNavigate()
  const { decimals } = useUser().organization.currency
  const facts = useRecordForm({
    resource: customsDeclarations,
    id,
    values,
    toBody: declarationBody,
    onSaved: (record) => void navigate({ to: `${customsPath}/${record.id}/view` }),
  })
  const { form } = facts
  const lines = useLines<GoodsLine>(facts, 'lines', emptyGoodsLine)
  const reckoned = useComputedVatBase(form, rate)
  return (
    <FormPage
      title={t(`names.customs_declaration.${id === null ? 'new' : 'edit'}`)}
      form={facts}
      onBack={() => void navigate({ to: customsPath })}
    >
      <FormSection title={t('sections.info')} detail={t('sections.info_detail')}>
        <LtrTextField name="declaration_number" />
        <SelectField name="supplier_id" call={optionsOf(suppliers)} known={values.supplier as Choosable | undefined} />
        <BranchField />
        <DocumentDates name="declaration_date" follows={id === null} />
        <TextareaField name="notes" rows={2} />
      </FormSection>
      <FormSection title={t('sections.figures')} detail={t('sections.figures_detail')}>
        <NumberField name="customs_value" decimals={decimals} />
        <NumberField name="duty" decimals={decimals} />
        <NumberField name="vat_base" decimals={decimals} description={t('hints.vat_base', { amount: reckoned.base })} />
        <NumberField name="vat" decimals={decimals} description={t('hints.vat', { amount: reckoned.vat, rate })} />
      </FormSection>
      <CustomsGoods form={facts} lines={lines} bills={bills} />
    </FormPage>
  )
}

/** The sent form, without empty rows. */
export const declarationBody = ({ lines, supplier: _, ...rest }: Values) => ({
  ...rest,
  lines: (lines as GoodsLine[])
    .filter(({ product_id, quantity, value }) => `${product_id}${quantity}${value}` !== '')
    .map(({ product_id, quantity, value }) => ({ product_id: product_id || undefined, quantity, value })),
})
