import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Recurring, recurringCalls } from '#contract/schedules/recurring.ts'
import { RetryOnDay } from '../accounting-ui/RetryOnDay.tsx'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Recurring.module.css'

/** Occurrences that failed, with the reason. They can be created on another day or dismissed. */
export function Tasks({ row }: { row: Recurring }) {
  const { t } = useTranslation('recurring')
  const failed = row.occurrences.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return null
  return (
    <section className={classes.tasks} aria-label={t('tasks')}>
      {failed.map((occurrence) => (
        <Task key={occurrence.number} row={row} occurrence={occurrence} />
      ))}
    </section>
  )
}

type TaskProps = { row: Recurring; occurrence: Recurring['occurrences'][number] }

function Task({ row, occurrence: { number, day, error } }: TaskProps) {
  const { t } = useTranslation('recurring')
  const can = useCan()
  const calls = recurringCalls[row.kind]
  const retry = useActionMutation(calls.retry)
  const dismiss = useActionMutation(calls.dismiss)
  const params = { id: row.id, number }
  return (
    <div className={classes.task}>
      <p>
        <Num>{day}</Num> · {t('occurrence_states.failed')} · <bdi>{error}</bdi>
      </p>
      {can(...calls.create.admission) && (
        <RetryOnDay
          label={t('fields.recurring.date')}
          hint={t('retry_hint')}
          retryLabel={t('actions.retry')}
          isPending={retry.isPending}
          onRetry={(date) => retry.mutate({ params, body: { date } })}
        >
          <Button
            size="compact-sm"
            variant="default"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ params })}
          >
            {t('actions.dismiss')}
          </Button>
        </RetryOnDay>
      )}
    </div>
  )
}
