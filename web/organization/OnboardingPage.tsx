import { useTranslation } from 'react-i18next'
import { organizationCalls } from '#contract/organization.ts'
import { useUser } from '../api/session.ts'
import { useAnswer } from '../api/useAnswer.ts'
import { Brand } from '../Brand.tsx'
import { AwaitedPage } from '../page/AwaitedPage.tsx'
import { UserMenu } from '../shell/header/UserMenu.tsx'
import { LanguageSwitch } from '../words/LanguageSwitch.tsx'
import classes from './OnboardingPage.module.css'
import { OnboardingWizard } from './OnboardingWizard.tsx'

/** The first visit of an organization: who it is, then its first branch. */
export function OnboardingPage() {
  const { t } = useTranslation('organization')
  const stored = useAnswer(organizationCalls.onboarding)
  const { email } = useUser()
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Brand compact={false} />
        <div className={classes.end}>
          <LanguageSwitch />
          <UserMenu />
        </div>
      </header>
      <main className={classes.main}>
        {stored.data ? (
          <OnboardingWizard stored={stored.data} email={email} />
        ) : (
          <AwaitedPage of={stored} title={t('onboarding.title')} />
        )}
      </main>
    </div>
  )
}
