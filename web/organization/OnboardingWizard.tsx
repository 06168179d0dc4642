import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  branchInformation,
  onboardingInput,
  onboardingOrganization,
  organizationCalls,
} from '#contract/organization.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { changeUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { FormScope } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useFirstField } from '../ui/form/useFirstField.ts'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { BranchFields } from './BranchFields.tsx'
import { OnboardingSteps } from './OnboardingSteps.tsx'
import { OnboardingFields } from './OrganizationFields.tsx'
import { useStepCheck } from './useStepCheck.ts'

type OnboardingWizardProps = { stored: AnswerOf<typeof organizationCalls.onboarding>; email: string }
type SessionOrganization = z.output<typeof organizationCalls.submitOnboarding.answer>

/** Two steps, one save. A step that is complete can be returned to; its button then reads Save instead of Next. */
export function OnboardingWizard({ stored, email }: OnboardingWizardProps) {
  const { t } = useTranslation(['organization', 'common'])
  const navigate = useNavigate()
  const [step, setStep] = useState(0)
  const [complete, setComplete] = useState<readonly boolean[]>([false, false])
  const form: SchemaForm = useSchemaForm({
    schema: onboardingInput,
    resource: 'organization',
    values: startValues(stored, email),
    send: async (body) => {
      const { data } = await request<{ data: SessionOrganization }>(organizationCalls.submitOnboarding, { body })
      form.guard.release()
      changeUser({ organization: data })
      showSuccess('updated')
      await navigate({ to: '/' })
    },
    onFailed: (error) => {
      showFailure('update_failed', error)
      // A refusal is shown on its step; after a failure of the server the user stays on the present step.
      if (fieldsOf(error).some((path) => path.startsWith('organization_information.'))) setStep(0)
    },
  })
  const check = useStepCheck(form.form)

  function goOn() {
    if (step === 1) return void form.submit()
    if (!check('organization_information', onboardingOrganization)) return
    setComplete([true, complete[1] ?? false])
    setStep(1)
  }
  const first = useFirstField(form.form)
  const scope = { form: form.form, resource: step === 0 ? 'organization' : 'branch' }
  return (
    <form
      ref={first}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
    >
      <PageHeader title={t('onboarding.title')} detail={t('onboarding.detail')} />
      <OnboardingSteps step={step} complete={complete} onStep={setStep} />
      {step === 0 ? (
        <FormScope value={{ ...scope, schema: onboardingOrganization, prefix: 'organization_information.' }}>
          <OnboardingFields logo={stored.logo ?? null} />
        </FormScope>
      ) : (
        <FormScope value={{ ...scope, schema: branchInformation, prefix: 'branch_information.' }}>
          <FormSection title={t('onboarding.branch')} detail={t('onboarding.branch_detail')}>
            <BranchFields />
          </FormSection>
        </FormScope>
      )}
      <Group justify="flex-end" mt="lg">
        {step === 1 && (
          <Button variant="default" onClick={() => setStep(0)}>
            {t('common:actions.back')}
          </Button>
        )}
        <Button type="submit" loading={form.saving}>
          {t(complete[step] || step === 1 ? 'common:actions.save' : 'common:actions.next')}
        </Button>
      </Group>
    </form>
  )
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? Object.keys(error.fields) : [])

function startValues(stored: OnboardingWizardProps['stored'], email: string) {
  // Fields without a value take the default.
  const said = Object.fromEntries(
    Object.entries(stored).filter(([key, value]) => value !== null && key in onboardingOrganization.shape),
  )
  const organization = valuesOf(said, {
    vat_status: '',
    tax_number: '',
    entity_type: 'company',
    country_id: '1',
    currency_id: '1',
    manual_numbers: false,
  })
  return {
    // The stored name is that of the person who registered: a company is asked for its own.
    organization_information: { ...organization, name: '', email: stored.email ?? email, logo_file: undefined },
    branch_information: { name: '', name_en: '', email: stored.email ?? email, mobile: '', phone: '', city_id: '' },
  }
}
