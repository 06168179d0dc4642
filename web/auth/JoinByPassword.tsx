import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signIn } from '../api/session.ts'
import { joinByPassword } from './authCalls.ts'
import { CodeField } from './CodeField.tsx'
import { checkRequired, found } from './checkCredentials.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import { PlainButton } from './PlainButton.tsx'
import classes from './plain.module.css'
import { SecretField } from './SecretField.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { useCodeAsked } from './useCodeAsked.ts'

/** A person with an account accepts by its password, or signs in by a passkey and accepts then. */
export function JoinByPassword({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation('auth')
  const router = useRouter()
  const { isCodeAsked, withCode } = useCodeAsked()
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['password', 'otp'],
    check: ({ password, otp }) =>
      found({ password: checkRequired(password), otp: isCodeAsked ? checkRequired(otp) : undefined }),
    send: async ({ password, otp }) => {
      const signedIn = await withCode(() => joinByPassword({ token, password, ...(isCodeAsked && { otp }) }))
      if (!signedIn) return
      signIn(signedIn, false)
      await router.navigate({ to: '/' })
    },
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <p>{t('invitation.known')}</p>
      <bdi dir="ltr">{email}</bdi>
      <SecretField {...control('password')} />
      {isCodeAsked && <CodeField {...control('otp')} />}
      <PlainButton type="submit" busy={sending}>
        {t('invitation.accept')}
      </PlainButton>
      <PasskeyButton remember={false} onSignedIn={async (signedIn) => signIn(signedIn, false)} />
    </form>
  )
}
