import { useTranslation } from 'react-i18next'
import { organizationCalls, organizationInput } from '#contract/organization.ts'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { useWritten } from '../api/resource.ts'
import { refreshUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { FormPage } from '../ui/form/FormPage.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { OrganizationFields } from './OrganizationFields.tsx'

type Stored = AnswerOf<typeof organizationCalls.show>

/** The organization as printed on invoices. Changes apply to documents at once. */
export function OrganizationForm({ stored }: { stored: Stored }) {
  const { t } = useTranslation('organization')
  const written = useWritten('/organization')
  const form: SchemaForm = useSchemaForm({
    schema: organizationInput,
    resource: 'organization',
    values: { ...valuesOf(stored, {}), logo_file: undefined },
    send: async (body) => {
      await request(organizationCalls.update, { body })
      form.guard.release()
      showSuccess('updated')
      refreshUser()
      written()
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  return (
    <FormPage title={t('settings.organization')} form={form}>
      <OrganizationFields logo={stored.logo} />
    </FormPage>
  )
}
