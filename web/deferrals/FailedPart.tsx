import { useTranslation } from 'react-i18next'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import type { Deferral } from '#contract/documents/spread-fields.ts'
import { RetryOnDay } from '../accounting-ui/RetryOnDay.tsx'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Deferrals.module.css'

type FailedPartProps = { id: number; part: Deferral['parts'][number] }

/** A month that could not be posted, and why: it is posted on another day. */
export function FailedPart({ id, part: { number, date, error } }: FailedPartProps) {
  const { t } = useTranslation('deferrals')
  const can = useCan()
  const retry = useActionMutation(deferralCalls.retry)
  return (
    <section className={classes.task} aria-label={t('tasks')}>
      <p>
        <Num>{date}</Num> · {t('part_states.failed')} · <bdi>{error}</bdi>
      </p>
      {can(...deferralCalls.retry.admission) && (
        <RetryOnDay
          label={t('fields.deferral.date')}
          hint={t('retry_hint')}
          retryLabel={t('actions.retry')}
          isPending={retry.isPending}
          onRetry={(day) => retry.mutate({ params: { id, number }, body: { date: day } })}
        />
      )}
    </section>
  )
}
