import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signIn } from '../../api/session.ts'
import { registerByInvitation } from '../authCalls.ts'
import { found } from '../checkCredentials.ts'
import { checkNewAccount, NewAccountFields } from '../NewAccountFields.tsx'
import { PlainAlert } from '../PlainAlert.tsx'
import { PlainButton } from '../PlainButton.tsx'
import classes from '../plain.module.css'
import { useAuthForm } from '../useAuthForm.ts'

/** A person without an account chooses name and password. */
export function RegisterByInvitation({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation('auth')
  const router = useRouter()
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['name', 'mobile', 'password', 'confirmPassword'],
    check: (typed) => found(checkNewAccount(typed)),
    send: async (typed) => {
      signIn(await registerByInvitation({ token, ...typed }), false)
      await router.navigate({ to: '/' })
    },
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <bdi dir="ltr">{email}</bdi>
      <NewAccountFields control={control} />
      <PlainButton type="submit" busy={sending}>
        {t('invitation.accept')}
      </PlainButton>
    </form>
  )
}
