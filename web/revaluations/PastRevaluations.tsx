import { Button, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RevaluationRow, revaluationCalls } from '#contract/revaluations.ts'
import { request } from '../api/client.ts'
import { useFreshOptions } from '../api/options.ts'
import { useWritten } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCan } from '../api/useCan.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { Amount } from '../kit/cells/Amount.tsx'
import { Num } from '../kit/cells/Num.tsx'
import { StatusDot } from '../kit/cells/StatusDot.tsx'
import { FailedState } from '../kit/states/FailedState.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
import classes from './Revaluations.module.css'

/** What was revalued before, and the way to take it back. */
export function PastRevaluations() {
  const { t } = useTranslation('revaluations')
  const past = useFreshOptions(revaluationCalls.list)
  if (past.error) return <FailedState error={past.error} onRetry={() => void past.refetch()} />
  if (!past.data) return <LoadingState />
  const rows = past.data as RevaluationRow[]
  return (
    <section className={classes.past} aria-label={t('past')}>
      <Title order={2} size="h3">
        {t('past')}
      </Title>
      {rows.length === 0 && <p className={classes.hint}>{t('none')}</p>}
      <ul className={classes.list}>
        {rows.map((row) => (
          <PastRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function PastRow({ row }: { row: RevaluationRow }) {
  const { t } = useTranslation('revaluations')
  const { currency } = useUser().organization
  const can = useCan()
  const [open, setOpen] = useState(false)
  const written = useWritten('/accounting/fx-revaluations')
  const reverse = useMutation({
    mutationFn: () => request(revaluationCalls.reverse, { params: { id: row.id } }),
    onSuccess: () => {
      showSuccess('updated')
      written()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  return (
    <li>
      <Num>{row.revaluation_date}</Num>
      <span>
        {t('gain')} <Amount value={row.gain} currency={currency} />
      </span>
      <span>
        {t('loss')} <Amount value={row.loss} currency={currency} />
      </span>
      <StatusDot status={row.status} />
      {row.status === 'posted' && !row.is_returned && <span className={classes.hint}>{t('waits')}</span>}
      {row.status === 'posted' && can(...revaluationCalls.reverse.admission) && (
        <Button
          variant="default"
          size="compact-xs"
          loading={reverse.isPending}
          aria-label={t('reverse_named', { date: row.revaluation_date })}
          onClick={() => reverse.mutate()}
        >
          {t('reverse')}
        </Button>
      )}
      <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('entries')}
      </Button>
      {open && (
        <div className={classes.history}>
          <RecordHistory name="fx_revaluation" id={row.id} />
        </div>
      )}
    </li>
  )
}
