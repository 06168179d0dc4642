import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signIn } from '../api/session.ts'
import { AuthCard } from './AuthCard.tsx'
import { register } from './authCalls.ts'
import { checkEmail, checkNewPassword, checkRepeated, checkRequired, found } from './checkCredentials.ts'
import { EmailField } from './EmailField.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import { PlainButton } from './PlainButton.tsx'
import { PlainField } from './PlainField.tsx'
import classes from './plain.module.css'
import { SecretField } from './SecretField.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { useContinueAfterSignIn } from './useContinueAfterSignIn.ts'

/** A new user and, with them, a new organization to set up. */
export function RegisterPage() {
  const { t } = useTranslation(['auth', 'common'])
  const goOn = useContinueAfterSignIn()
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['name', 'email', 'mobile', 'password', 'confirmPassword'],
    check: (typed) =>
      found({
        name: checkRequired(typed.name),
        email: checkEmail(typed.email),
        mobile: checkRequired(typed.mobile),
        password: checkNewPassword(typed.password),
        confirmPassword: checkRepeated(typed.confirmPassword, typed.password),
      }),
    send: async (typed) => {
      signIn(await register(typed), false)
      await goOn()
    },
  })
  return (
    <AuthCard
      title={t('register.title')}
      below={
        <>
          {t('register.have_account')}{' '}
          <Link to="/login" className="link">
            {t('register.login')}
          </Link>
        </>
      }
    >
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <form onSubmit={submit} noValidate className={classes.form}>
        <PlainField label={t('common:fields.name')} autoComplete="name" {...control('name')} />
        <EmailField {...control('email')} />
        <PlainField
          label={t('common:fields.mobile')}
          inputMode="tel"
          autoComplete="tel"
          dir="ltr"
          {...control('mobile')}
        />
        <SecretField autoComplete="new-password" hint={t('register.password_hint')} {...control('password')} />
        <SecretField
          autoComplete="new-password"
          label={t('fields.user.confirmPassword')}
          {...control('confirmPassword')}
        />
        <PlainButton type="submit" busy={sending}>
          {t('register.submit')}
        </PlainButton>
      </form>
    </AuthCard>
  )
}
