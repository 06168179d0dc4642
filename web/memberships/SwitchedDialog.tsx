import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contract/access/auth.ts'
import { returnToOrganization, signOut } from '../api/session.ts'
import { loadWords } from '../i18n/i18n.ts'
import { localName } from '../i18n/localName.ts'

/** Over a page whose session was switched to another organization in another tab: open that one, or return and keep the page. */
export function SwitchedDialog({ organization }: { organization: SessionUser['organization'] }) {
  const { t } = useTranslation('memberships')
  const [ready, setReady] = useState(false)
  const [isReturning, setIsReturning] = useState(false)
  useEffect(() => void loadWords(['memberships']).then(() => setReady(true)), [])
  if (!ready) return null
  const name = localName(organization)
  const back = () => {
    setIsReturning(true)
    // The session has ended in the other organization as well.
    returnToOrganization().catch(() => signOut('session_ended'))
  }
  return (
    <Modal opened onClose={() => {}} title={t('switched.title')} withCloseButton={false} zIndex={500} centered>
      <Text size="sm" mb="md">
        {t('switched.detail', { name })}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" loading={isReturning} onClick={back}>
          {t('switched.back', { name })}
        </Button>
        <Button onClick={() => location.assign('/')} data-autofocus>
          {t('switched.reload')}
        </Button>
      </Group>
    </Modal>
  )
}
