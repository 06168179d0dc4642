import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  bankAccountInput,
  bankAccountsMaximum,
  type SharingSettings,
  sharingSettingCalls,
} from '#contract/sharing/settings.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import { FormScope } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { Letterhead } from './Letterhead.tsx'
import classes from './Sharing.module.css'

const languages = ['ar', 'en'] as const
const blank = { bank: '', holder: '', iban: '' }

/** Settings: where those who get a link pay, how long links live, and the words of mails. */
export function SharingSection() {
  const { t } = useTranslation('sharing')
  const answer = useCallQuery(sharingSettingCalls.show)
  const stored = answer.data as SharingSettings | undefined
  if (!stored) return <LoadingPage of={answer} title={t('settings.title')} />
  return <SharingForm key={stored.version} stored={stored} />
}

function SharingForm({ stored }: { stored: SharingSettings }) {
  const { t } = useTranslation('sharing')
  const call = sharingSettingCalls.update
  const written = useWritten(call.path)
  const [count, setCount] = useState(stored.bank_accounts.length)
  const form: SchemaForm = useSchemaForm({
    schema: call.body,
    resource: call.labels,
    values: valuesOf(stored),
    send: async (body) => {
      await request(call, { body })
      form.guard.release()
      showSuccess('updated')
      written()
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  const add = () => {
    form.form.insertListItem('bank_accounts', blank)
    setCount(count + 1)
  }
  const remove = (index: number) => {
    form.form.removeListItem('bank_accounts', index)
    setCount(count - 1)
  }
  return (
    <FormPage title={t('settings.title')} form={form}>
      <FormSection title={t('settings.accounts')} detail={t('settings.accounts_detail')}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the form
          <Account key={`${index} ${count}`} form={form} index={index} onRemove={() => remove(index)} />
        ))}
        {count < bankAccountsMaximum && (
          <Button variant="default" onClick={add} className={classes.add}>
            {t('settings.add_account')}
          </Button>
        )}
      </FormSection>
      <Letterhead form={form} />
      <FormSection title={t('settings.links')} detail={t('settings.links_detail')}>
        <LtrTextField name="link_days" inputMode="numeric" />
      </FormSection>
      {languages.map((language) => (
        <FormScope
          key={language}
          value={{ form: form.form, resource: call.labels, schema: call.body, prefix: `templates.${language}.` }}
        >
          <FormSection title={t(`settings.texts_${language}`)} detail={t('settings.texts_detail')}>
            <TextField name="subject" />
            <TextareaField name="body" rows={8} />
          </FormSection>
        </FormScope>
      ))}
    </FormPage>
  )
}

function Account({ form, index, onRemove }: { form: SchemaForm; index: number; onRemove: () => void }) {
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

const texts = ({ subject, body }: SharingSettings['templates']['ar']) => ({ subject: subject ?? '', body: body ?? '' })
const valuesOf = ({ bank_accounts, link_days, accent, footer, templates, version }: SharingSettings) => ({
  bank_accounts: bank_accounts.map(({ bank, holder, iban }) => ({ bank, holder: holder ?? '', iban })),
  link_days: String(link_days),
  accent: accent ?? '',
  footer: footer ?? '',
  templates: { ar: texts(templates.ar), en: texts(templates.en) },
  version,
})
