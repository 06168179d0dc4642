import { useTranslation } from 'react-i18next'
import { paymentMeans } from '#contract/documents/memo-fields.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

/** Supply, order and payment details of a document. They never affect the books. */
export function MemoFields() {
  const { t } = useTranslation('documents')
  const means = paymentMeans.map((value) => ({ value, label: t(`payment_means.${value}`) }))
  return (
    <>
      <DateField name="supply_date" />
      <DateField name="supply_end_date" />
      <TextField name="po_number" />
      <TextField name="contract_number" />
      <ChoiceField name="payment_means" choices={[{ value: '', label: t('payment_means.none') }, ...means]} />
      <TextField name="payment_terms" />
    </>
  )
}
