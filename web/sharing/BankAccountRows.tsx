import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bankAccountInput, bankAccountsMaximum } from '#contract/sharing/settings.ts'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormScope } from '../ui/form/FormScope.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import classes from './Sharing.module.css'

type FormOfAccounts = Pick<SchemaForm, 'form' | 'resource'>
const blank = { bank: '', holder: '', iban: '' }

/** The accounts that customers pay to. */
export function BankAccountRows({ form, initial }: { form: FormOfAccounts; initial: number }) {
  const { t } = useTranslation('sharing')
  const [count, setCount] = useState(initial)
  const add = () => {
    form.form.insertListItem('bank_accounts', blank)
    setCount(count + 1)
  }
  const remove = (index: number) => {
    form.form.removeListItem('bank_accounts', index)
    setCount(count - 1)
  }
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the form
        <Account key={`${index} ${count}`} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      {count < bankAccountsMaximum && (
        <Button variant="default" onClick={add} className={classes.add}>
          {t('settings.add_account')}
        </Button>
      )}
    </>
  )
}

function Account({ form, index, onRemove }: { form: FormOfAccounts; index: number; onRemove: () => void }) {
  const { t } = useTranslation('sharing')
  const prefix = `bank_accounts.${index}.`
  return (
    <FormScope value={{ form: form.form, resource: form.resource, schema: bankAccountInput, prefix }}>
      <TextField name="bank" />
      <TextField name="holder" />
      <LtrTextField name="iban" />
      <Button variant="subtle" onClick={onRemove} className={classes.add}>
        {t('settings.remove_account')}
      </Button>
    </FormScope>
  )
}
