import { useTranslation } from 'react-i18next'
import { organizationCalls, organizationInput } from '#contract/organization.ts'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { useWritten } from '../api/resource.ts'
import { changeUser, useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { FormPage } from '../kit/form/FormPage.tsx'
import { type SchemaForm, useSchemaForm } from '../kit/form/useSchemaForm.ts'
import { valuesOf } from '../kit/form/valuesOf.ts'
import { OrganizationFields } from './OrganizationFields.tsx'

type Stored = AnswerOf<typeof organizationCalls.show>

/** The organization as it stands on invoices; the header shows a new name at once. */
export function OrganizationForm({ stored }: { stored: Stored }) {
  const { t } = useTranslation('organization')
  const { organization } = useUser()
  const written = useWritten('/organization')
  const form: SchemaForm = useSchemaForm({
    schema: organizationInput,
    resource: 'organization',
    values: { ...valuesOf(stored, {}), logo_file: undefined },
    send: async (body) => {
      const { data } = await request<{ data: Stored }>(organizationCalls.update, { body })
      form.guard.release()
      showSuccess('updated')
      changeUser({ organization: { ...organization, name: data.name, name_en: data.name_en } })
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
