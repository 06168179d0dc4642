import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contract/access/auth.ts'
import { request } from '../../api/client.ts'
import { continueIn, signOut } from '../../api/session.ts'
import { joinSignedIn } from '../authCalls.ts'
import { PlainAlert } from '../PlainAlert.tsx'
import { PlainButton } from '../PlainButton.tsx'
import classes from '../plain.module.css'
import { useAuthForm } from '../useAuthForm.ts'

type JoinSignedInProps = { user: SessionUser; email: string; token: string }

/** The signed-in person accepts with one press; another person signs out first. */
export function JoinSignedIn({ user, email, token }: JoinSignedInProps) {
  const { t } = useTranslation('auth')
  const router = useRouter()
  const { submit, sending, alert } = useAuthForm({
    fields: [],
    check: () => ({}),
    send: async () => {
      continueIn(await joinSignedIn(token))
      await router.navigate({ to: '/' })
    },
  })
  const leave = async () => {
    // Signing out must not depend on the server; an unused token expires by itself.
    await request({ method: 'POST', path: '/auth/logout' }).catch(() => {})
    signOut()
  }
  if (user.email !== email)
    return (
      <>
        <PlainAlert tone="bad">{t('invitation.other', { email, own: user.email })}</PlainAlert>
        <PlainButton onClick={() => void leave()}>{t('invitation.sign_out')}</PlainButton>
      </>
    )
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <p>{t('invitation.as', { name: user.name })}</p>
      <PlainButton type="submit" busy={sending}>
        {t('invitation.accept')}
      </PlainButton>
    </form>
  )
}
