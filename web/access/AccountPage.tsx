import { useTranslation } from 'react-i18next'
import { type AccountSecurity, ownAccountCalls } from '#contract/access/account.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { OwnOrganizations } from '../memberships/OwnOrganizations.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import classes from './Access.module.css'
import { OpenSessions } from './OpenSessions.tsx'
import { OwnEmail } from './OwnEmail.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { Passkeys } from './Passkeys.tsx'
import { TotpApp } from './TotpApp.tsx'

/** The own account: second factor, passkeys, password, and where it is open. */
export function AccountPage() {
  const { t } = useTranslation('access')
  const answer = useCallQuery(ownAccountCalls.security)
  const security = answer.data as AccountSecurity | undefined
  if (!security) return <LoadingPage of={answer} />
  const isMissing = security.is_required && security.totp_since === null && security.passkeys.length === 0
  return (
    <>
      <PageHeader title={t('account.title')} />
      <div className={classes.parts}>
        <section className={classes.part}>
          <div className={classes.head}>
            <h2>{t('account.factor')}</h2>
          </div>
          {isMissing && (
            <p className={classes.required} role="alert">
              {t('account.required')}
            </p>
          )}
          <p className={classes.hint}>{t('account.factor_detail')}</p>
          <TotpApp security={security} />
        </section>
        <Passkeys passkeys={security.passkeys} />
        <OwnEmail email={security.email} email_proved_at={security.email_proved_at} />
        <OwnPassword />
        <OwnOrganizations />
        <OpenSessions />
      </div>
    </>
  )
}
