import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readSignOutReason, signIn } from '../api/session.ts'
import { AuthCard } from './AuthCard.tsx'
import { logIn } from './authCalls.ts'
import { checkEmail, checkRequired, found } from './checkCredentials.ts'
import { EmailField } from './EmailField.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import { PlainButton } from './PlainButton.tsx'
import classes from './plain.module.css'
import { SecretField } from './SecretField.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { useContinueAfterSignIn } from './useContinueAfterSignIn.ts'

/** E-mail, password, remember me. */
export function LoginPage() {
  const { t } = useTranslation('auth')
  const [remember, setRemember] = useState(false)
  const [reason] = useState(readSignOutReason)
  const goOn = useContinueAfterSignIn()
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['email', 'password'],
    check: ({ email, password }) => found({ email: checkEmail(email), password: checkRequired(password) }),
    send: async ({ email, password }) => {
      signIn(await logIn({ email, password, remember }), remember)
      await goOn()
    },
  })
  return (
    <AuthCard
      title={t('login.title')}
      detail={t('tagline')}
      below={
        <>
          {t('login.no_account')}{' '}
          <Link to="/register" className="link">
            {t('login.register')}
          </Link>
        </>
      }
    >
      <PlainAlert tone={alert ? 'bad' : 'good'}>{alert || (reason && t(`login.reasons.${reason}`))}</PlainAlert>
      <form onSubmit={submit} noValidate className={classes.form}>
        <EmailField {...control('email')} />
        <SecretField {...control('password')} />
        <div className={classes.line}>
          <label className={classes.check}>
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
            {t('fields.user.remember')}
          </label>
          <Link to="/forgot-password" className="link">
            {t('login.forgot')}
          </Link>
        </div>
        <PlainButton type="submit" busy={sending}>
          {t('login.submit')}
        </PlainButton>
      </form>
    </AuthCard>
  )
}
