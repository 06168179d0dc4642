import { useTranslation } from 'react-i18next'
import { type Recurring, type RecurringKind, recurringCalls, recurringKinds } from '#contract/schedules/recurring.ts'
import { useUser } from '../api/session.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './Recurring.module.css'
import { RecurringRow } from './RecurringRow.tsx'

/** Recurring records by kind: the rule, the next occurrence, and failures. */
export function RecurringPage() {
  const { t } = useTranslation('recurring')
  const can = useCan()
  const { uses_orders } = useUser().organization
  const kinds = recurringKinds.filter(({ name, reads }) => can(reads) && (uses_orders || name !== 'purchase_order'))
  return (
    <>
      <PageHeader title={t('title')} detail={t('empty_detail')} />
      {kinds.map((kind) => (
        <Kind key={kind.name} kind={kind} />
      ))}
    </>
  )
}

function Kind({ kind }: { kind: RecurringKind }) {
  const { t } = useTranslation('recurring')
  const answer = useCallQuery(recurringCalls[kind.name].list)
  const rows = answer.data as Recurring[] | undefined
  return (
    <section className={classes.kind} aria-label={t(`kinds.${kind.name}`)}>
      <h2>{t(`kinds.${kind.name}`)}</h2>
      {answer.error ? (
        <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !rows ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <p className={classes.none}>{t('empty')}</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <RecurringRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}
