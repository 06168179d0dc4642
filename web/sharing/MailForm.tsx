import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { deliveryCalls, type PaperLanguage, type SendingStart } from '#contract/sharing/deliveries.ts'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { DrawerFields } from '../ui/drawer/DrawerFields.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import type { SendingIssues } from './SendButton.tsx'
import classes from './Sharing.module.css'

export type WayProps = {
  kind: SharedKindName
  id: number
  days: Record<string, string>
  start: SendingStart
  language: PaperLanguage
  issueFirst: SendingIssues
  onClose: () => void
}

/** A mail with the PDF attached. It is sent as written here. */
export function MailForm({ kind, id, days, start, language, issueFirst, onClose }: WayProps) {
  const { t } = useTranslation('sharing')
  const call = deliveryCalls[kind].create
  const written = useWritten(call.path)
  const { subject, body } = start.words[language]
  const form: SchemaForm = useSchemaForm({
    schema: call.body as z.ZodType,
    resource: call.labels,
    values: { recipients: start.email ?? '', subject, body, with_xml: start.has_xml },
    toBody: (values) => ({ ...values, ...days, channel: 'mail', language }),
    send: async (sent, idempotencyKey) => {
      if (issueFirst && !(await issueFirst.ready())) return
      await request(call, { params: { id }, body: sent, idempotencyKey })
      form.guard.release()
      showSuccess('sending')
      written()
      onClose()
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  if (!start.can_mail) return <p className={classes.notice}>{t('sheet.no_mail')}</p>
  return (
    <DrawerFields
      form={form}
      saveLabel={t(issueFirst?.isUnissued ? 'sheet.issue_and_send' : 'sheet.send_mail')}
      onCancel={onClose}
    >
      {!start.email && <p className={classes.notice}>{t('sheet.no_address', { party: start.party })}</p>}
      <TextField name="recipients" description={t('sheet.recipients_hint')} />
      <TextField name="subject" />
      <TextareaField name="body" rows={11} />
      <p className={classes.hint}>{t('sheet.link_hint')}</p>
      {start.has_xml && <SwitchField name="with_xml" />}
    </DrawerFields>
  )
}
