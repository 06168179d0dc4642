import { useTranslation } from 'react-i18next'
import { PlainField } from './PlainField.tsx'

type CodeFieldProps = {
  name: string
  value: string
  error?: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** A code of the app, or a recovery code. It appears after the password, so the focus goes there. */
export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation('auth')
  return (
    <PlainField
      {...props}
      label={t('fields.user.otp')}
      hint={t('login.otp_hint')}
      dir="ltr"
      autoComplete="one-time-code"
      ref={(input: HTMLInputElement | null) => input?.focus()}
    />
  )
}
