import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readSession, signInAgain, signOut, switchOrganization } from '../api/session.ts'
import { isRemembered, keepToken } from '../api/token.ts'
import { loadWords } from '../i18n/i18n.ts'
import { logIn, type SignedIn } from './authCalls.ts'
import { CodeField } from './CodeField.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import classes from './plain.module.css'
import { SecretField } from './SecretField.tsx'
import { usePasswordForm } from './usePasswordForm.ts'

/** The sign-in opens the organization that was used last. The page may show another one of the person. */
async function enter(signedIn: SignedIn): Promise<void> {
  const shown = readSession().user?.organization.id
  if (shown === undefined || signedIn.user.organization.id === shown) return signInAgain(signedIn)
  keepToken(signedIn.token, isRemembered())
  await switchOrganization(shown)
}

/** Over a page with typed work whose session ended: the same person signs in, and the save is repeated. */
export function SignInAgainDialog({ email }: { email: string }) {
  const { t } = useTranslation('auth')
  const [ready, setReady] = useState(false)
  useEffect(() => void loadWords(['auth']).then(() => setReady(true)), [])
  const { control, submit, sending, alert, isCodeAsked } = usePasswordForm(
    (body) => logIn({ email, remember: isRemembered(), ...body }),
    enter,
  )
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
