import { organizationCalls } from '#contract/organization.ts'
import { useAnswer } from '../api/useAnswer.ts'
import { FailedState } from '../kit/states/FailedState.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'

/** Settings: the organization itself. */
export function OrganizationSection() {
  const organization = useAnswer(organizationCalls.show)
  if (organization.data)
    // A form reads its values once, so what was saved is a new form.
    return <OrganizationForm key={organization.data.version} stored={organization.data} />
  if (organization.error) return <FailedState error={organization.error} onRetry={() => void organization.refetch()} />
  return <LoadingState />
}
