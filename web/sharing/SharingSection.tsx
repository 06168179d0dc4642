import { useTranslation } from 'react-i18next'
import { type SharingSettings, sharingSettingCalls } from '#contract/sharing/settings.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { BankAccountRows } from './BankAccountRows.tsx'
import { Letterhead } from './Letterhead.tsx'
import { MessageTexts } from './MessageTexts.tsx'
import { shownTexts, storedTexts, type UsualTexts, useUsualTexts } from './usualTexts.ts'

const languages = ['ar', 'en'] as const
type Texts = Record<(typeof languages)[number], { subject: string; body: string }>

/** Settings: where those who get a link pay, how long links live, and the words of mails. */
export function SharingSection() {
  const { t } = useTranslation('sharing')
  const answer = useCallQuery(sharingSettingCalls.show)
  const usual = useUsualTexts()
  const stored = answer.data as SharingSettings | undefined
  if (!stored || !usual) return <LoadingPage of={answer} title={t('settings.title')} />
  return <SharingForm key={stored.version} stored={stored} usual={usual} />
}

function SharingForm({ stored, usual }: { stored: SharingSettings; usual: UsualTexts }) {
  const { t } = useTranslation('sharing')
  const call = sharingSettingCalls.update
  const written = useWritten(call.path)
  const form: SchemaForm = useSchemaForm({
    schema: call.body,
    resource: call.labels,
    values: valuesOf(stored, usual),
    send: async (body) => {
      const { ar, en } = (body as { templates: Texts }).templates
      const templates = { ar: storedTexts(ar, usual.ar), en: storedTexts(en, usual.en) }
      await request(call, { body: { ...(body as object), templates } })
      form.guard.release()
      showSuccess('updated')
      written()
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  return (
    <FormPage title={t('settings.title')} form={form}>
      <FormSection title={t('settings.accounts')} detail={t('settings.accounts_detail')}>
        <BankAccountRows form={form} initial={stored.bank_accounts.length} />
      </FormSection>
      <Letterhead form={form} />
      <FormSection title={t('settings.links')} detail={t('settings.links_detail')}>
        <LtrTextField name="link_days" inputMode="numeric" />
      </FormSection>
      {languages.map((language) => (
        <MessageTexts key={language} form={form} language={language} />
      ))}
    </FormPage>
  )
}

const valuesOf = (
  { bank_accounts, link_days, accent, footer, templates, version }: SharingSettings,
  usual: UsualTexts,
) => ({
  bank_accounts: bank_accounts.map(({ bank, holder, iban }) => ({ bank, holder: holder ?? '', iban })),
  link_days: String(link_days),
  accent: accent ?? '',
  footer: footer ?? '',
  templates: { ar: shownTexts(templates.ar, usual.ar), en: shownTexts(templates.en, usual.en) },
  version,
})
