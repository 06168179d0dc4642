import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { setSignOutReason } from '../api/session.ts'
import { checkResetToken } from './authCalls.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'

/** Opened by the link in the mail. A link that is incomplete or no longer valid leads to the sign-in. */
export function ResetPasswordPage() {
  const { email = '', token = '' } = useSearch({ strict: false }) as { email?: string; token?: string }
  const [valid, setValid] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    const leave = () => {
      setSignOutReason('link_refused')
      void navigate({ to: '/login' })
    }
    if (email === '' || token === '') return leave()
    checkResetToken({ email, token }).then(() => setValid(true), leave)
  }, [email, token, navigate])
  if (!valid) return null
  return <NewPasswordForm email={email} token={token} />
}
