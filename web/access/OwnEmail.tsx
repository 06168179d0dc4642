import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountSecurity, ownAccountCalls } from '#contract/access/account.ts'
import { refreshUser } from '../api/session.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { minuteAt } from '../ui/today.ts'
import classes from './Access.module.css'
import { AccountChange } from './AccountChange.tsx'

/** The address of the sign-in, and whether its mailbox was proved to be the person's. */
export function OwnEmail({ email, email_proved_at }: Pick<AccountSecurity, 'email' | 'email_proved_at'>) {
  const { t } = useTranslation('access')
  const again = useActionMutation(ownAccountCalls.mailProof)
  useProofOfLink()
  return (
    <AccountChange
      title={t('account.email')}
      action={t('account.change_email')}
      detail={t('account.email_detail', { email })}
      call={ownAccountCalls.changeEmail}
      values={{ email }}
      onDone={refreshUser}
      state={
        email_proved_at ? (
          <StatusDot status="active" label={t('account.proved', { date: minuteAt(email_proved_at) })} />
        ) : (
          <>
            <p className={classes.required} role="status">
              {t('account.unproved')}
            </p>
            <Button
              className={classes.start}
              variant="default"
              loading={again.isPending}
              onClick={() => again.mutate({})}
            >
              {t('account.mail_proof')}
            </Button>
          </>
        )
      }
    >
      <LtrTextField name="email" inputMode="email" />
    </AccountChange>
  )
}

/** The link of the mail leads here: it is used once, and leaves the address of the page. */
function useProofOfLink(): void {
  const { confirm = '' } = useSearch({ strict: false }) as { confirm?: string }
  const { mutate } = useActionMutation(ownAccountCalls.proveEmail)
  const navigate = useNavigate()
  const used = useRef('')
  useEffect(() => {
    if (confirm === '' || used.current === confirm) return
    used.current = confirm
    mutate({ body: { token: confirm } })
    void navigate({ to: '/account', replace: true })
  }, [confirm, mutate, navigate])
}
