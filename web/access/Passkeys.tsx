import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountSecurity, ownAccountCalls } from '#contract/access/account.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { minuteAt } from '../ui/today.ts'
import classes from './Access.module.css'

/** Passkeys of the own account: the lock of a device in place of the password. */
export function Passkeys({ passkeys }: Pick<AccountSecurity, 'passkeys'>) {
  const { t } = useTranslation('access')
  const [isUnsupported, setIsUnsupported] = useState(!('PublicKeyCredential' in window))
  const add = useAddPasskey(() => setIsUnsupported(true))
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2>{t('account.passkeys')}</h2>
        {!isUnsupported && (
          <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
            {t('account.add_passkey')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t(isUnsupported ? 'account.unsupported' : 'account.passkeys_detail')}</p>
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map(({ id, name, created_at, last_used_at }) => (
            <li key={id}>
              <span className={classes.two}>
                <bdi>{name}</bdi>
                <span className={classes.small}>
                  {t('account.since', { date: minuteAt(created_at) })}
                  {' · '}
                  {last_used_at ? t('account.used', { date: minuteAt(last_used_at) }) : t('account.unused')}
                </span>
              </span>
              <ConfirmDialog
                call={ownAccountCalls.removePasskey}
                params={{ id }}
                label={t('account.remove')}
                named={`${t('account.remove')} ${name}`}
                question={t('account.remove_question', { name })}
                facts={[]}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Asks the server what to sign, and the browser to sign it. A person who backs out of the browser's question sees nothing. */
function useAddPasskey(onUnsupported: () => void) {
  const written = useWritten('/account')
  return useSubmitOnce({
    mutationFn: async () => {
      const { startRegistration } = await import('@simplewebauthn/browser')
      type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
      const { data } = await request<{ data: Options }>(ownAccountCalls.startPasskey)
      const response = await startRegistration({ optionsJSON: data })
      await request(ownAccountCalls.addPasskey, { body: { name: deviceName(), response: JSON.stringify(response) } })
    },
    onSuccess: () => {
      showSuccess('updated')
      written()
    },
    onError: (error) => {
      if (error.name === 'NotAllowedError') return
      if (error.name === 'SecurityError') return onUnsupported()
      showFailure('update_failed', error)
    },
  })
}

/** The operating system from the browser. People recognize devices by it. */
function deviceName(): string {
  const { userAgent } = navigator
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux']
  return known.find((name) => userAgent.includes(name)) ?? 'Passkey'
}
