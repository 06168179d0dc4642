import { useTranslation } from 'react-i18next'
import { ownAccountCalls } from '#contract/access/account.ts'
import { refreshUser } from '../api/session.ts'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { AccountChange } from './AccountChange.tsx'

/** The address of the sign-in. */
export function OwnEmail({ email }: { email: string }) {
  const { t } = useTranslation('access')
  return (
    <AccountChange
      title={t('account.email')}
      action={t('account.change_email')}
      detail={t('account.email_detail', { email })}
      call={ownAccountCalls.changeEmail}
      values={{ email }}
      onDone={refreshUser}
    >
      <LtrTextField name="email" inputMode="email" />
    </AccountChange>
  )
}
