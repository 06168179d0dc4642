import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountSecurity, ownAccountCalls } from '#contract/access/account.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { minuteAt } from '../ui/today.ts'
import classes from './Access.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const TotpDrawer = lazy(async () => ({ default: (await import('./TotpDrawer.tsx')).TotpDrawer }))
type Enrolment = { secret: string | null; uri: string | null }

/** The app with codes, and the recovery codes that go with it. */
export function TotpApp({ security: { totp_since, recovery_codes_left } }: { security: AccountSecurity }) {
  const { t } = useTranslation('access')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const start = useSubmitOnce({
    mutationFn: () => request<{ data: Enrolment }>(ownAccountCalls.startTotp),
    onSuccess: ({ data }) => setEnrolment(data),
    onError: (error) => showFailure('update_failed', error),
  })
  return (
    <>
      <ul className={classes.list}>
        <li>
          <span className={classes.two}>
            <span>{t('account.totp')}</span>
            <StatusDot
              status={totp_since ? 'active' : 'inactive'}
              label={totp_since ? t('account.totp_on', { date: minuteAt(totp_since) }) : t('account.totp_off')}
            />
          </span>
          {totp_since ? (
            <ConfirmDialog
              call={ownAccountCalls.disableTotp}
              params={{}}
              label={t('account.disable')}
              question={t('account.disable_question')}
              facts={[]}
            />
          ) : (
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              {t('account.enable')}
            </Button>
          )}
        </li>
        {totp_since && (
          <li>
            <span className={classes.two}>
              <span>{t('account.codes')}</span>
              <span className={classes.small}>{t('account.codes_left', { number: recovery_codes_left })}</span>
            </span>
            <RenewCodes onRenewed={setCodes} />
          </li>
        )}
      </ul>
      <Suspense>
        {enrolment && <TotpDrawer enrolment={enrolment} onClose={() => setEnrolment(null)} onEnabled={setCodes} />}
      </Suspense>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

function RenewCodes({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('access')
  const written = useWritten('/account')
  const renew = useSubmitOnce({
    mutationFn: () => request<{ data: { recovery_codes: string[] } }>(ownAccountCalls.renewRecoveryCodes),
    onSuccess: ({ data }) => {
      written()
      onRenewed(data.recovery_codes)
    },
    onError: (error) => showFailure('update_failed', error),
  })
  return (
    <Button
      variant="default"
      loading={renew.isPending}
      onClick={() => renew.mutate()}
      title={t('account.renew_question')}
    >
      {t('account.renew')}
    </Button>
  )
}
