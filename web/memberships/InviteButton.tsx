import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitations } from '#contract/access/memberships.ts'
import { roles } from '#contract/access/people.ts'
import IconInvite from '~icons/tabler/user-plus'
import { optionsOf } from '../api/optionsOf.ts'
import { useCan } from '../api/useCan.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { useShownLink } from './useShownLink.tsx'

/** Invites a person by address, with a role. */
export function InviteButton() {
  const { t } = useTranslation('memberships')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const { shown, showLink } = useShownLink()
  if (!can('create-user')) return null
  return (
    <>
      <Button variant="default" leftSection={<IconInvite aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('invite.action')}
      </Button>
      {isOpen && (
        <ActionDrawer
          title={t('invite.title')}
          call={invitations.calls.create}
          params={{}}
          values={{ email: '', role_id: null }}
          saveLabel={t('invite.submit')}
          onClose={() => setIsOpen(false)}
          onDone={(made) => showLink((made as { link: string | null }).link)}
        >
          <LtrTextField name="email" inputMode="email" description={t('invite.hint')} />
          <SelectField name="role_id" call={optionsOf(roles)} />
        </ActionDrawer>
      )}
      {shown}
    </>
  )
}
