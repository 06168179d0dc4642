import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountMembership, ownAccountCalls } from '#contract/access/account.ts'
import { membershipCalls } from '#contract/access/memberships.ts'
import { roles, users } from '#contract/access/people.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { refreshUser } from '../api/session.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { localName } from '../i18n/localName.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { LeaveOrganization } from './LeaveOrganization.tsx'
import classes from './Memberships.module.css'
import { useEnterOrganization } from './useEnterOrganization.ts'

/** On the page of the account: the organizations of the person, leaving the current one, handing it over. */
export function OwnOrganizations() {
  const { t } = useTranslation('memberships')
  const answer = useCallQuery(ownAccountCalls.organizations)
  const memberships = answer.data as AccountMembership[] | undefined
  return (
    <section className={classes.part}>
      <h2>{t('own.title')}</h2>
      <p className={classes.hint}>{t('own.detail')}</p>
      {!memberships && answer.error && <FailedState error={answer.error} onRetry={() => void answer.refetch()} />}
      {!memberships && !answer.error && <LoadingState />}
      {memberships && (
        <ul className={classes.list}>
          {memberships.map((one) => (
            <Membership key={one.id} membership={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Membership({ membership }: { membership: AccountMembership }) {
  const { t } = useTranslation('memberships')
  const enter = useEnterOrganization()
  const name = localName(membership)
  return (
    <li>
      <span className={classes.two}>
        <span className={classes.row}>
          <bdi>{name}</bdi>
          {membership.is_current && <StatusDot status="active" label={t('desk.current')} />}
        </span>
        <span className={classes.small}>{membership.is_owner ? t('owner') : membership.role}</span>
      </span>
      <span className={classes.row}>
        {membership.is_current && membership.is_owner && <HandOver name={name} />}
        {membership.is_current && <LeaveOrganization name={name} />}
        {!membership.is_current && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('desk.enter_named', { name })}
            onClick={() => void enter(membership.id)}
          >
            {t('desk.enter')}
          </Button>
        )}
      </span>
    </li>
  )
}

function HandOver({ name }: { name: string }) {
  const { t } = useTranslation('memberships')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setIsOpen(true)}>
        {t('hand_over.action')}
      </Button>
      {isOpen && (
        <ActionDrawer
          title={t('hand_over.title', { name })}
          call={membershipCalls.handOver}
          params={{}}
          values={{ user_id: null, role_id: null }}
          saveLabel={t('hand_over.submit')}
          onClose={() => setIsOpen(false)}
          onDone={refreshUser}
        >
          <p className={classes.hint}>{t('hand_over.detail')}</p>
          <SelectField name="user_id" call={optionsOf(users)} />
          <SelectField name="role_id" call={optionsOf(roles)} />
        </ActionDrawer>
      )}
    </>
  )
}
