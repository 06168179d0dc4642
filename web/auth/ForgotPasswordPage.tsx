import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthCard } from './AuthCard.tsx'
import { sendResetLink } from './authCalls.ts'
import { checkEmail, found } from './checkCredentials.ts'
import { EmailField } from './EmailField.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import { PlainButton } from './PlainButton.tsx'
import classes from './plain.module.css'
import { useAuthForm } from './useAuthForm.ts'

/** Sends a reset link; afterwards the button sends it again. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('auth')
  const [sent, setSent] = useState(false)
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['email'],
    check: ({ email }) => found({ email: checkEmail(email) }),
    send: async ({ email }) => {
      await sendResetLink(email)
      setSent(true)
    },
  })
  return (
    <AuthCard
      title={t('forgot.title')}
      detail={t('forgot.detail')}
      below={
        <Link to="/login" className="link">
          {t('forgot.back')}
        </Link>
      }
    >
      <PlainAlert tone="bad">{alert}</PlainAlert>
      {sent && (
        <PlainAlert tone="good">
          <strong>{t('forgot.sent_title')}</strong> {t('forgot.sent')}
        </PlainAlert>
      )}
      <form onSubmit={submit} noValidate className={classes.form}>
        <EmailField {...control('email')} />
        <PlainButton type="submit" busy={sending}>
          {t(sent ? 'forgot.resend' : 'forgot.submit')}
        </PlainButton>
      </form>
    </AuthCard>
  )
}
