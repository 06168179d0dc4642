import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import type { Deferral } from '#contract/documents/spread-fields.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { Num } from '../ui/cells/Num.tsx'
import { DayInput } from '../ui/fields/DayInput.tsx'
import classes from './Deferrals.module.css'

type FailedPartProps = { id: number; part: Deferral['parts'][number] }

/** A month that could not be posted, and why: it is posted on another day. */
export function FailedPart({ id, part: { number, date, error } }: FailedPartProps) {
  const { t } = useTranslation('deferrals')
  const can = useCan()
  const [other, setOther] = useState('')
  const retry = useActionMutation(deferralCalls.retry)
  return (
    <section className={classes.task} aria-label={t('tasks')}>
      <p>
        <Num>{date}</Num> · {t('part_states.failed')} · <bdi>{error}</bdi>
      </p>
      {can(...deferralCalls.retry.admission) && (
        <div className={classes.head}>
          <DayInput
            label={t('fields.deferral.date')}
            description={t('retry_hint')}
            value={other}
            onChange={setOther}
            clearable
          />
          <Button
            size="compact-sm"
            loading={retry.isPending}
            onClick={() => retry.mutate({ params: { id, number }, body: { date: other } })}
          >
            {t('actions.retry')}
          </Button>
        </div>
      )}
    </section>
  )
}
