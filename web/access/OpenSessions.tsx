import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type AccountSession, ownAccountCalls } from '#contract/access/account.ts'
import IconDevice from '~icons/tabler/device-laptop'
import IconOut from '~icons/tabler/logout'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { localName } from '../i18n/localName.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { minuteAt } from '../ui/today.ts'
import classes from './Access.module.css'

/** Where the own account is open: each session ends by itself, or all others together. */
export function OpenSessions() {
  const { t } = useTranslation('access')
  const answer = useCallQuery(ownAccountCalls.sessions)
  const sessions = answer.data as AccountSession[] | undefined
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2>{t('account.sessions')}</h2>
        {sessions && sessions.length > 1 && (
          <ConfirmDialog
            call={ownAccountCalls.endOthers}
            params={{}}
            label={t('account.end_others')}
            question={t('account.end_others_question')}
            facts={[]}
            icon={<IconOut className="turns" aria-hidden />}
          />
        )}
      </div>
      <p className={classes.hint}>{t('account.sessions_detail')}</p>
      {!sessions && answer.error && <FailedState error={answer.error} onRetry={() => void answer.refetch()} />}
      {!sessions && !answer.error && <LoadingState />}
      {sessions && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <Session key={session.id} session={session} isOneOfSeveral={areOfSeveral(sessions)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Whether the sessions are of several organizations: then each names its own. */
const areOfSeveral = (sessions: readonly AccountSession[]) =>
  new Set(sessions.map(({ organization }) => organization.id)).size > 1

function Session({ session, isOneOfSeveral }: { session: AccountSession; isOneOfSeveral: boolean }) {
  const { id, device, ip, is_current, created_at, last_used_at, organization } = session
  const { t } = useTranslation('access')
  const end = useActionMutation(ownAccountCalls.endSession)
  return (
    <li>
      <span className={classes.two}>
        <span className={classes.row}>
          <IconDevice aria-hidden />
          <bdi>{device ?? '?'}</bdi>
          {is_current && <StatusDot status="active" label={t('account.this')} />}
        </span>
        <span className={classes.small}>
          {isOneOfSeveral && (
            <>
              <bdi>{localName(organization)}</bdi>
              {' · '}
            </>
          )}
          {ip && (
            <>
              <bdi dir="ltr">{ip}</bdi>
              {' · '}
            </>
          )}
          {t('account.last', { date: minuteAt(last_used_at) })}
          {' · '}
          {t('account.since', { date: minuteAt(created_at) })}
        </span>
      </span>
      {!is_current && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={t('account.end_named', { device })}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          {t('account.end')}
        </Button>
      )}
    </li>
  )
}
