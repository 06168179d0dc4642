import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type AuditEntry, type AuditEntryRow, auditLog } from '#contract/access/audit-log.ts'
import { useRecord } from '../api/resource.ts'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { minuteAt } from '../ui/today.ts'
import classes from './Access.module.css'

/** One entry of the log: who, from where, by which call, and what was sent. */
export function AuditEntryDetails({ row, onClose }: { row: AuditEntryRow; onClose: () => void }) {
  const { t } = useTranslation(['access', 'common'])
  const answer = useRecord(auditLog, row.id)
  useFocusBackAfter()
  const entry = answer.data as AuditEntry | undefined
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<bdi>{`${row.resource_title} · ${t(`audit.acts.${row.act}`)}`}</bdi>}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
      centered
    >
      {entry ? (
        <Details entry={entry} />
      ) : answer.error ? (
        <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Modal>
  )
}

function Details({ entry: { at, user, ip, action, request_id, changes } }: { entry: AuditEntry }) {
  const { t } = useTranslation('access')
  return (
    <div className={classes.part}>
      <span className={classes.small}>
        <bdi>{minuteAt(at)}</bdi> · <bdi>{user?.name ?? t('audit.system')}</bdi>
        {ip && (
          <>
            {' · '}
            <bdi dir="ltr">{ip}</bdi>
          </>
        )}
      </span>
      <bdi dir="ltr" className={classes.small}>
        {action} · {request_id}
      </bdi>
      {changes.length === 0 ? (
        <p className={classes.hint}>{t('audit.nothing_sent')}</p>
      ) : (
        <ul className={classes.list}>
          {changes.map(({ field, label, value }) => (
            <li key={field}>
              <bdi className={classes.small}>{label}</bdi>
              <bdi className={classes.value}>{value || '–'}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
