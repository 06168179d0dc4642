import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type InvitationRow, invitationStates, invitations } from '#contract/access/memberships.ts'
import IconWithdraw from '~icons/tabler/ban'
import IconSend from '~icons/tabler/send'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCan } from '../api/useCan.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import type { Column } from '../ui/cells/Column.ts'
import { codeColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { minuteAt } from '../ui/today.ts'
import { InviteButton } from './InviteButton.tsx'
import classes from './Memberships.module.css'
import { useShownLink } from './useShownLink.tsx'

const colors = { open: 'blue', expired: 'orange', accepted: 'green', withdrawn: 'gray' }
const columns: readonly Column<InvitationRow>[] = [
  codeColumn('email'),
  { name: 'role', draw: ({ role }) => <bdi>{role?.name}</bdi> },
  { name: 'state', draw: ({ state }) => <State state={state} /> },
  { name: 'invited_by', draw: ({ invited_by }) => <bdi>{invited_by.name}</bdi> },
  { name: 'expires_at', draw: ({ expires_at }) => <Num>{minuteAt(expires_at)}</Num> },
]

/** The people who were invited, and what became of it. */
export function InvitationsPage() {
  return (
    <ListPage
      resource={invitations}
      columns={columns}
      actions={<InviteButton />}
      madeFrom={<InviteButton />}
      filters={<StateFilter />}
      rowActions={(row) => <Acts row={row} />}
    />
  )
}

function StateFilter() {
  const { t } = useTranslation('memberships')
  const choices = invitationStates.map((value) => ({ value, label: t(`invitation_states.${value}`) }))
  return <FilterSelect name="state" all={t('all_states')} choices={choices} />
}

function State({ state }: { state: InvitationRow['state'] }) {
  const { t } = useTranslation('memberships')
  return <StatusDot status={state} color={colors[state]} label={t(`invitation_states.${state}`)} />
}

function Acts({ row: { id, email, state } }: { row: InvitationRow }) {
  const { t } = useTranslation('memberships')
  const can = useCan()
  const written = useWritten(invitations.path)
  const { shown, showLink } = useShownLink()
  const resend = useSubmitOnce({
    mutationFn: () => request<{ data: { link: string | null } }>(invitations.calls.resend, { params: { id } }),
    onSuccess: ({ data }) => {
      showSuccess('updated')
      written()
      showLink(data.link)
    },
    onError: (error) => showFailure('update_failed', error),
  })
  if (!can('create-user') || state === 'accepted' || state === 'withdrawn') return null
  return (
    <span className={classes.acts}>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconSend className="turns" aria-hidden />}
        aria-label={t('resend_named', { email })}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {t('resend')}
      </Button>
      <ConfirmDialog
        call={invitations.calls.withdraw}
        params={{ id }}
        label={t('withdraw')}
        named={t('withdraw_named', { email })}
        question={t('withdraw_question', { email })}
        facts={[]}
        icon={<IconWithdraw aria-hidden />}
      />
      {shown}
    </span>
  )
}
