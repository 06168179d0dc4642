import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentMeans, transactionKinds } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'

/** Supply, order and payment details of a document. They never affect the books. */
export function MemoFields({ side }: { side: Side }) {
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
      {side.name === 'sales' && <SpecialTransaction />}
    </>
  )
}

/** Few organizations ever need it: the choice is hidden until it is switched on. */
function SpecialTransaction() {
  const { t } = useTranslation('documents')
  const { form } = useFormScope()
  const [isShown, setShown] = useState(() => Boolean(form.getValues().transaction_kind))
  const choices = ['', ...transactionKinds].map((value) => ({
    value,
    label: t(`transaction_kinds.${value || 'none'}`),
  }))
  const show = (shown: boolean) => {
    if (!shown) form.setFieldValue('transaction_kind', '')
    setShown(shown)
  }
  return (
    <>
      <Switch
        label={t('special_transaction.switch')}
        checked={isShown}
        onChange={({ currentTarget }) => show(currentTarget.checked)}
      />
      {isShown && <ChoiceField name="transaction_kind" choices={choices} description={t('special_transaction.hint')} />}
    </>
  )
}
