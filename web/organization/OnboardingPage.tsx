import { organizationCalls } from '#contract/organization.ts'
import { useUser } from '../api/session.ts'
import { useAnswer } from '../api/useAnswer.ts'
import { Brand } from '../Brand.tsx'
import { FailedState } from '../kit/states/FailedState.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
import { LanguageSwitch } from '../words/LanguageSwitch.tsx'
import classes from './OnboardingPage.module.css'
import { OnboardingWizard } from './OnboardingWizard.tsx'

/** The first visit of an organization: who it is, then its first branch. */
export function OnboardingPage() {
  const stored = useAnswer(organizationCalls.onboarding)
  const { email } = useUser()
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Brand compact={false} />
        <LanguageSwitch />
      </header>
      <main className={classes.main}>
        {stored.error && !stored.data && <FailedState error={stored.error} onRetry={() => void stored.refetch()} />}
        {stored.isLoading && <LoadingState />}
        {stored.data && <OnboardingWizard stored={stored.data} email={email} />}
      </main>
    </div>
  )
}
