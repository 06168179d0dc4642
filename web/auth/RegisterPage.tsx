import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signIn } from '../api/session.ts'
import { AuthCard } from './AuthCard.tsx'
import { register } from './authCalls.ts'
import { checkEmail, found } from './checkCredentials.ts'
import { EmailField } from './EmailField.tsx'
import { checkNewAccount, NewAccountFields } from './NewAccountFields.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import { PlainButton } from './PlainButton.tsx'
import classes from './plain.module.css'
import { useAuthForm } from './useAuthForm.ts'
import { useContinueAfterSignIn } from './useContinueAfterSignIn.ts'

/** A new user and, with them, a new organization to set up. */
export function RegisterPage() {
  const { t } = useTranslation('auth')
  const goOn = useContinueAfterSignIn()
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['name', 'email', 'mobile', 'password', 'confirmPassword'],
    check: (typed) => found({ email: checkEmail(typed.email), ...checkNewAccount(typed) }),
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
        <NewAccountFields control={control} email={<EmailField {...control('email')} />} />
        <PlainButton type="submit" busy={sending}>
          {t('register.submit')}
        </PlainButton>
      </form>
    </AuthCard>
  )
}
