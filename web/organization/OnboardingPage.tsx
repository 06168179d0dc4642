import { useTranslation } from 'react-i18next'
import { type AccountMembership, ownAccountCalls } from '#contract/access/account.ts'
import { organizationCalls } from '#contract/organization.ts'
import { useUser } from '../api/session.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { LanguageSwitch } from '../i18n/LanguageSwitch.tsx'
import { OrganizationSwitch } from '../memberships/OrganizationSwitch.tsx'
import { Brand } from '../shell/Brand.tsx'
import { UserMenu } from '../shell/header/UserMenu.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import classes from './OnboardingPage.module.css'
import { OnboardingWizard } from './OnboardingWizard.tsx'

/** The first visit of an organization: who it is. */
export function OnboardingPage() {
  const { t } = useTranslation('organization')
  const stored = useCallQuery(organizationCalls.onboarding)
  const { email } = useUser()
  // Before its set-up an organization has the name of the person: the switch is for those who have another one.
  const organizations = useCallQuery(ownAccountCalls.organizations)
  const isSwitched = ((organizations.data as AccountMembership[] | undefined)?.length ?? 0) > 1
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Brand compact={false} />
        {isSwitched && <OrganizationSwitch className={classes.organization ?? ''} />}
        <div className={classes.end}>
          <LanguageSwitch />
          <UserMenu />
        </div>
      </header>
      <main className={classes.main}>
        {stored.data ? (
          <OnboardingWizard stored={stored.data} email={email} />
        ) : (
          <LoadingPage of={stored} title={t('onboarding.title')} />
        )}
      </main>
    </div>
  )
}
