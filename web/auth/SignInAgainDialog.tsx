import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInAgain, signOut } from '../api/session.ts'
import { isRemembered } from '../api/token.ts'
import { loadWords } from '../i18n/i18n.ts'
import { logIn } from './authCalls.ts'
import { CodeField } from './CodeField.tsx'
import { checkRequired, found } from './checkCredentials.ts'
import { PlainAlert } from './PlainAlert.tsx'
import classes from './plain.module.css'
import { SecretField } from './SecretField.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { useCodeAsked } from './useCodeAsked.ts'

/** Over a page with typed work whose session ended: the same person signs in, and the save goes on. */
export function SignInAgainDialog({ email }: { email: string }) {
  const { t } = useTranslation('auth')
  const [ready, setReady] = useState(false)
  useEffect(() => void loadWords(['auth']).then(() => setReady(true)), [])
  const { isCodeAsked, withCode } = useCodeAsked()
  const { control, submit, sending, alert } = useAuthForm({
    fields: ['password', 'otp'],
    check: ({ password, otp }) =>
      found({ password: checkRequired(password), otp: isCodeAsked ? checkRequired(otp) : undefined }),
    send: async ({ password, otp }) => {
      const body = { email, password, remember: isRemembered(), ...(isCodeAsked && { otp }) }
      const signedIn = await withCode(() => logIn(body))
      if (signedIn) signInAgain(signedIn)
    },
  })
  if (!ready) return null
  return (
    <Modal opened onClose={() => {}} title={t('again.title')} withCloseButton={false} zIndex={500} centered>
      <Text size="sm" mb="md">
        {t('again.detail')}
      </Text>
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <form onSubmit={submit} noValidate className={classes.form}>
        <bdi dir="ltr">{email}</bdi>
        <SecretField {...control('password')} data-autofocus />
        {isCodeAsked && <CodeField {...control('otp')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => signOut()}>
            {t('again.leave')}
          </Button>
          <Button type="submit" loading={sending}>
            {t('again.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
