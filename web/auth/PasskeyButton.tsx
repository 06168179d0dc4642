import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/ApiError.ts'
import { logInByPasskey, type SignedIn } from './authCalls.ts'
import { PlainAlert } from './PlainAlert.tsx'
import classes from './plain.module.css'

type PasskeyButtonProps = { remember: boolean; onSignedIn: (signedIn: SignedIn) => Promise<void> }

/** A sign-in by the lock of the device, where the browser can. */
export function PasskeyButton({ remember, onSignedIn }: PasskeyButtonProps) {
  const { t } = useTranslation(['auth', 'common'])
  const [alert, setAlert] = useState('')
  if (!('PublicKeyCredential' in window)) return null
  async function signIn() {
    setAlert('')
    try {
      await onSignedIn(await logInByPasskey(remember))
    } catch (error) {
      // A person who backs out of the question of the browser sees nothing.
      if (error instanceof ApiError) setAlert(error.message || t('common:toasts.unknown'))
      else if ((error as Error).name !== 'NotAllowedError') setAlert(t('common:toasts.unknown'))
    }
  }
  return (
    <>
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <button type="button" className={classes.plainLink} onClick={() => void signIn()}>
        {t('login.passkey')}
      </button>
    </>
  )
}
