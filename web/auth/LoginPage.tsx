import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readSignOutReason, signIn } from '../api/session.ts'
import { AuthCard } from './AuthCard.tsx'
import { logIn, type SignedIn } from './authCalls.ts'
import { CodeField } from './CodeField.tsx'
import { checkEmail, checkRequired, found } from './checkCredentials.ts'
import { EmailField } from './EmailField.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import { PlainButton } from './PlainButton.tsx'
import classes from './plain.module.css'
import { SecretField } from './SecretField.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { useCodePrompt } from './useCodePrompt.ts'
import { useContinueAfterSignIn } from './useContinueAfterSignIn.ts'

/** E-mail, password, remember me. */
export function LoginPage() {
  const { t } = useTranslation('auth')
  const [remember, setRemember] = useState(false)
  const [reason] = useState(readSignOutReason)
  const goOn = useContinueAfterSignIn()
  const { isCodeAsked, withCode } = useCodePrompt()
  const enter = async (signedIn: SignedIn) => {
    signIn(signedIn, remember)
    await goOn()
  }
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['email', 'password', 'otp'],
    check: ({ email, password, otp }) =>
      found({
        email: checkEmail(email),
        password: checkRequired(password),
        otp: isCodeAsked ? checkRequired(otp) : undefined,
      }),
    send: async ({ email, password, otp }) => {
      const body = { email, password, remember, ...(isCodeAsked && { otp }) }
      const signedIn = await withCode(() => logIn(body))
      if (signedIn) await enter(signedIn)
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
        {isCodeAsked && <CodeField {...control('otp')} />}
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
        <PasskeyButton remember={remember} onSignedIn={enter} />
      </form>
    </AuthCard>
  )
}
