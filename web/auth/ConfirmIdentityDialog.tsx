import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../api/client.ts'
import { settleConfirmation } from '../api/confirmation.ts'
import { loadWords } from '../i18n/i18n.ts'
import { CodeField } from './CodeField.tsx'
import { PlainAlert } from './PlainAlert.tsx'
import classes from './plain.module.css'
import { SecretField } from './SecretField.tsx'
import { usePasswordForm } from './usePasswordForm.ts'

/** Over a page whose call needs a person who proved shortly before who they are; the call is then repeated. */
export function ConfirmIdentityDialog() {
  const { t } = useTranslation(['access', 'auth'])
  const [ready, setReady] = useState(false)
  useEffect(() => void loadWords(['access', 'auth']).then(() => setReady(true)), [])
  const { control, submit, sending, alert, isCodeAsked } = usePasswordForm(
    (body) => request({ method: 'POST', path: '/account/confirm' }, { body }),
    () => settleConfirmation(true),
  )
  if (!ready) return null
  const close = () => settleConfirmation(false)
  return (
    <Modal opened onClose={close} title={t('access:confirm.title')} withCloseButton={false} zIndex={450} centered>
      <Text size="sm" mb="md">
        {t('access:confirm.detail')}
      </Text>
      <PlainAlert tone="bad">{alert}</PlainAlert>
      <form
        onSubmit={(event) => {
          // React would hand it on to the form of the page under this dialog.
          event.stopPropagation()
          submit(event)
        }}
        noValidate
        className={classes.form}
      >
        <SecretField {...control('password')} data-autofocus />
        {isCodeAsked && <CodeField {...control('otp')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('access:confirm.cancel')}
          </Button>
          <Button type="submit" loading={sending}>
            {t('access:confirm.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
