import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signIn } from '../api/session.ts'
import { registerByInvitation } from './authCalls.ts'
import { checkNewPassword, checkRepeated, checkRequired, found } from './checkCredentials.ts'
import { PlainAlert } from './PlainAlert.tsx'
import { PlainButton } from './PlainButton.tsx'
import { PlainField } from './PlainField.tsx'
import classes from './plain.module.css'
import { SecretField } from './SecretField.tsx'
import { useAuthForm } from './useAuthForm.ts'

/** A person without an account chooses name and password. */
export function RegisterByInvitation({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation(['auth', 'common'])
  const router = useRouter()
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['name', 'mobile', 'password', 'confirmPassword'],
    check: (typed) =>
      found({
        name: checkRequired(typed.name),
        mobile: checkRequired(typed.mobile),
        password: checkNewPassword(typed.password),
        confirmPassword: checkRepeated(typed.confirmPassword, typed.password),
      }),
    send: async (typed) => {
      signIn(await registerByInvitation({ token, ...typed }), false)
      await router.navigate({ to: '/' })
    },
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <bdi dir="ltr">{email}</bdi>
      <PlainField label={t('common:fields.name')} autoComplete="name" {...control('name')} />
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
        {t('invitation.accept')}
      </PlainButton>
    </form>
  )
}
