import { useTranslation } from 'react-i18next'
import { SecretField } from './SecretField.tsx'
import type { AuthControl } from './useAuthForm.ts'

type Bound = ReturnType<AuthControl<string>>

/** A new password, typed twice. */
export function NewPasswordFields({ password, repeated }: { password: Bound; repeated: Bound }) {
  const { t } = useTranslation('auth')
  return (
    <>
      <SecretField autoComplete="new-password" hint={t('register.password_hint')} {...password} />
      <SecretField autoComplete="new-password" label={t('fields.user.confirmPassword')} {...repeated} />
    </>
  )
}
