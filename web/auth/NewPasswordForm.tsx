import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndedWays } from '#contract/access/auth.ts'
import { AuthCard } from './AuthCard.tsx'
import { resetPassword } from './authCalls.ts'
import { checkNewPassword, checkRepeated, found } from './checkCredentials.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import { PlainButton } from './PlainButton.tsx'
import classes from './plain.module.css'
import { useAuthForm } from './useAuthForm.ts'

/** The new password, twice; then the way to the sign-in. */
export function NewPasswordForm({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation('auth')
  const [done, setDone] = useState<EndedWays | null>(null)
  const navigate = useNavigate()
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['password', 'password_confirmation'],
    check: (typed) =>
      found({
        password: checkNewPassword(typed.password),
        password_confirmation: checkRepeated(typed.password_confirmation, typed.password),
      }),
    send: async (typed) => {
      const { data } = await resetPassword({ email, token, ...typed })
      setDone(data)
    },
  })
  const ways = endedNames(done).map((name) => t(`reset.ways.${name}`))
  if (done)
    return (
      <AuthCard title={t('reset.done_title')}>
        <PlainAlert tone="good">{t('reset.done')}</PlainAlert>
        {ways.length > 0 && (
          <PlainAlert tone="bad">{t('reset.ended', { ways: ways.join(t('reset.comma')) })}</PlainAlert>
        )}
        <PlainButton onClick={() => void navigate({ to: '/login' })}>{t('reset.continue')}</PlainButton>
      </AuthCard>
    )
  return (
    <AuthCard title={t('reset.title')}>
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <form onSubmit={submit} noValidate className={classes.form}>
        <NewPasswordFields password={control('password')} repeated={control('password_confirmation')} />
        <PlainButton type="submit" busy={sending}>
          {t('reset.submit')}
        </PlainButton>
      </form>
    </AuthCard>
  )
}

const endedNames = (ended: EndedWays | null) =>
  ended === null ? [] : (['passkeys', 'app', 'keys'] as const).filter((way) => Number(ended[way]) > 0)
