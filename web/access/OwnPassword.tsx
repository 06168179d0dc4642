import { useTranslation } from 'react-i18next'
import { ownAccountCalls } from '#contract/access/account.ts'
import { PasswordField } from '../people/PasswordField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { AccountChange } from './AccountChange.tsx'

/** The own password, changed with the current one. */
export function OwnPassword() {
  const { t } = useTranslation('access')
  return (
    <AccountChange
      title={t('account.password')}
      action={t('account.change_password')}
      detail={t('account.change_detail')}
      call={ownAccountCalls.changePassword}
      values={{ current_password: '', password: '', password_confirmation: '', end_passkeys: false, end_keys: false }}
    >
      <PasswordField name="current_password" />
      <PasswordField name="password" />
      <PasswordField name="password_confirmation" />
      <SwitchField name="end_passkeys" />
      <SwitchField name="end_keys" description={t('account.end_ways')} />
    </AccountChange>
  )
}
