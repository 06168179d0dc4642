import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contract/access/auth.ts'
import { newOrganizationCall } from '#contract/access/memberships.ts'
import IconPlus from '~icons/tabler/plus'
import { continueIn } from '../api/session.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

/** A further organization of the person; its set-up opens. */
export function NewOrganization() {
  const { t } = useTranslation('memberships')
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button variant="default" leftSection={<IconPlus aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('new.action')}
      </Button>
      {isOpen && (
        <ActionDrawer
          title={t('new.title')}
          call={newOrganizationCall}
          params={{}}
          values={{ name: '' }}
          saveLabel={t('new.submit')}
          onClose={() => setIsOpen(false)}
          onDone={(made) => {
            continueIn(made as { token: string; user: SessionUser })
            void navigate({ to: '/onboarding' })
          }}
        >
          <TextField name="name" description={t('new.hint')} />
        </ActionDrawer>
      )}
    </>
  )
}
