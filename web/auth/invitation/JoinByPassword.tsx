import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signIn } from '../../api/session.ts'
import { joinByPassword } from '../authCalls.ts'
import { CodeField } from '../CodeField.tsx'
import { PasskeyButton } from '../PasskeyButton.tsx'
import { PlainAlert } from '../PlainAlert.tsx'
import { PlainButton } from '../PlainButton.tsx'
import classes from '../plain.module.css'
import { SecretField } from '../SecretField.tsx'
import { usePasswordForm } from '../usePasswordForm.ts'

/** A person with an account accepts by its password, or signs in by a passkey and accepts then. */
export function JoinByPassword({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation('auth')
  const router = useRouter()
  const { control, submit, sending, alert, isCodeAsked } = usePasswordForm(
    (body) => joinByPassword({ token, ...body }),
    async (signedIn) => {
      signIn(signedIn, false)
      await router.navigate({ to: '/' })
    },
  )
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
