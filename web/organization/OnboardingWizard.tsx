import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  branchOfOrganization,
  onboardingForm,
  onboardingOrganization,
  organizationCalls,
} from '#contract/organization.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { changeUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { FormScope, type Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useFirstField } from '../ui/form/useFirstField.ts'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { BranchFields } from './BranchFields.tsx'
import { OnboardingFields } from './OrganizationFields.tsx'
import { proposedUsername } from './proposedUsername.ts'

type OnboardingWizardProps = { stored: AnswerOf<typeof organizationCalls.onboarding>; email: string }
type SessionOrganization = z.output<typeof organizationCalls.submitOnboarding.answer>

/** One page: the organization. Its first branch has the same data, unless they are changed behind a line. */
export function OnboardingWizard({ stored, email }: OnboardingWizardProps) {
  const { t } = useTranslation(['organization', 'common'])
  const navigate = useNavigate()
  const form: SchemaForm = useSchemaForm({
    schema: onboardingForm,
    resource: 'organization',
    values: startValues(stored, email, t('onboarding.main_branch')),
    send: async (typed) => {
      const body = withBranch(typed as Values, t('onboarding.main_branch'))
      const { data } = await request<{ data: SessionOrganization }>(organizationCalls.submitOnboarding, { body })
      form.guard.release()
      changeUser({ organization: data })
      showSuccess('updated')
      await navigate({ to: '/' })
    },
    onFailed: (error) => {
      showFailure('update_failed', error)
      username.onRefused(error)
    },
  })
  const username = useProposedUsername(form)
  const first = useFirstField(form.form)
  return (
    <form
      ref={first}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <PageHeader title={t('onboarding.title')} detail={t('onboarding.detail')} />
      <FormScope
        value={{
          form: form.form,
          resource: 'organization',
          schema: onboardingOrganization,
          prefix: 'organization_information.',
        }}
      >
        <OnboardingFields logo={stored.logo ?? null} />
      </FormScope>
      <FormScope
        value={{ form: form.form, resource: 'branch', schema: branchOfOrganization, prefix: 'branch_information.' }}
      >
        <FoldedSection title={t('onboarding.branch')} detail={t('onboarding.branch_detail')}>
          <FormSection title={t('onboarding.branch')} detail={t('onboarding.branch_hint')}>
            <BranchFields />
          </FormSection>
        </FoldedSection>
      </FormScope>
      <Group justify="flex-end" mt="lg">
        <Button type="submit" loading={form.saving}>
          {t('onboarding.start')}
        </Button>
      </Group>
    </form>
  )
}

const nameField = 'organization_information.name'
const usernameField = 'organization_information.username'

/** The short name follows the name until it is typed. One that another organization has becomes another proposal. */
function useProposedUsername({ form }: SchemaForm): { onRefused(error: unknown): void } {
  const proposed = useRef('')
  const typed = () => (form.getValues().organization_information as { username: string }).username
  const propose = (next: string) => {
    if (next === '' || (typed() !== '' && typed() !== proposed.current)) return
    proposed.current = next
    form.setFieldValue(usernameField, next)
  }
  form.watch(nameField, ({ value }) => propose(proposedUsername(String(value ?? ''))))
  return {
    onRefused: (error) => {
      const isTaken = error instanceof ApiError && usernameField in error.fields && typed() === proposed.current
      if (isTaken) propose(`${proposed.current.replace(/-\d+$/, '')}-${100 + Math.floor(Math.random() * 900)}`)
    },
  }
}

/** What the branch leaves empty is the organization's. */
function withBranch(values: Values, usualName: string): Values {
  const organization = values.organization_information as Values
  const branch = values.branch_information as Values
  const filled = ['email', 'mobile', 'city_id'].map((name) => [name, branch[name] || organization[name]])
  const branch_information = { ...branch, ...Object.fromEntries(filled), name: branch.name || usualName }
  return { ...values, branch_information }
}

function startValues(stored: OnboardingWizardProps['stored'], email: string, branchName: string) {
  // Fields without a value take the default.
  const answers = Object.fromEntries(
    Object.entries(stored).filter(([key, value]) => value !== null && key in onboardingOrganization.shape),
  )
  const organization = valuesOf(answers, {
    vat_status: '',
    tax_number: '',
    username: '',
    city_id: '',
    entity_type: 'company',
    country_id: '1',
    currency_id: '1',
    manual_numbers: false,
  })
  return {
    // The stored name is that of the person who registered: a company is asked for its own.
    organization_information: { ...organization, name: '', email: stored.email ?? email, logo_file: undefined },
    branch_information: { name: branchName, name_en: '', email: '', mobile: '', phone: '', city_id: '' },
  }
}
