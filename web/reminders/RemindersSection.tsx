import { useTranslation } from 'react-i18next'
import { type ReminderSettings, reminderCalls } from '#contract/schedules/reminders.ts'
import { paperLanguages } from '#contract/sharing/deliveries.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { Preview } from './Preview.tsx'
import classes from './Reminders.module.css'
import { StatementPreview } from './StatementPreview.tsx'

/** Settings: when customers are reminded of what falls due, in which words, and who would get what. */
export function RemindersSection() {
  const { t } = useTranslation('sharing')
  const answer = useCallQuery(reminderCalls.settings)
  const stored = answer.data as ReminderSettings | undefined
  if (!stored) return <LoadingPage of={answer} title={t('reminders.title')} />
  return <RemindersForm key={JSON.stringify(stored)} stored={stored} />
}

function RemindersForm({ stored }: { stored: ReminderSettings }) {
  const { t } = useTranslation('sharing')
  const call = reminderCalls.save
  const written = useWritten(call.path)
  const { is_on, offsets, language, subject, body, can_mail, statement_day } = stored
  const form: SchemaForm = useSchemaForm({
    schema: call.body,
    resource: call.labels,
    values: {
      is_on,
      offsets: offsets.join(', '),
      language,
      subject: subject ?? '',
      body: body ?? '',
      statement_day: String(statement_day ?? ''),
    },
    send: async (sent) => {
      await request(call, { body: sent })
      form.guard.release()
      showSuccess('updated')
      written()
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  return (
    <FormPage title={t('reminders.title')} form={form}>
      {!can_mail && (
        <p className={classes.notice} role="alert">
          {t('reminders.no_mail')}
        </p>
      )}
      <FormSection title={t('reminders.rules')} detail={t('reminders.rules_detail')}>
        <SwitchField name="is_on" />
        <TextField name="offsets" />
        <ChoiceField
          name="language"
          choices={paperLanguages.map((value) => ({ value, label: t(`reminders.languages.${value}`) }))}
        />
      </FormSection>
      <FormSection title={t('reminders.texts')} detail={t('reminders.texts_detail')}>
        <TextField name="subject" />
        <TextareaField name="body" rows={8} />
      </FormSection>
      <FormSection title={t('reminders.statements')} detail={t('reminders.statements_detail')}>
        <LtrTextField name="statement_day" inputMode="numeric" />
      </FormSection>
      <Typed form={form} />
    </FormPage>
  )
}

/** The preview follows what is typed. */
function Typed({ form }: { form: SchemaForm }) {
  const offsets = useWatched(form.form, 'offsets')
  const statement_day = useWatched(form.form, 'statement_day')
  return (
    <>
      <Preview offsets={offsets} />
      {statement_day !== '' && <StatementPreview day={statement_day} />}
    </>
  )
}
