import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { organizationCalls, organizationInput } from '#contract/organization.ts'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { useWritten } from '../api/resource.ts'
import { refreshUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { loadWords } from '../i18n/i18n.ts'
import { FormPage } from '../ui/form/FormPage.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { OrganizationFields } from './OrganizationFields.tsx'

const BankAccounts = lazy(async () => {
  await loadWords(['sharing'])
  return import('../sharing/BankAccountsDrawer.tsx')
})

type StoredOrganization = AnswerOf<typeof organizationCalls.show>

/** The organization as printed on invoices. Changes apply to documents at once. */
export function OrganizationForm({ stored }: { stored: StoredOrganization }) {
  const { t } = useTranslation('organization')
  const written = useWritten('/organization')
  const [isPaying, setIsPaying] = useState(false)
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
    <>
      <FormPage
        title={t('settings.organization')}
        form={form}
        actions={
          <Button variant="default" onClick={() => setIsPaying(true)}>
            {t('bank_accounts')}
          </Button>
        }
      >
        <OrganizationFields logo={stored.logo} />
      </FormPage>
      <Suspense>{isPaying && <BankAccounts onClose={() => setIsPaying(false)} />}</Suspense>
    </>
  )
}
