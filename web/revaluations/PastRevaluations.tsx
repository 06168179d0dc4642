import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RevaluationRow, revaluationCalls } from '#contract/revaluations.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { useFreshOptions } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './Revaluations.module.css'
import { RevaluedBalances } from './RevaluedBalances.tsx'

/** Earlier revaluations, and how to reverse them. */
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
        <ConfirmDialog
          call={revaluationCalls.reverse}
          params={{ id: row.id }}
          label={t('reverse')}
          named={t('reverse_named', { date: row.revaluation_date })}
          question={t('reverse_ask')}
          facts={[
            [t('day'), <Num key="day">{row.revaluation_date}</Num>],
            [t('gain'), <Amount key="gain" value={row.gain} currency={currency} />],
            [t('loss'), <Amount key="loss" value={row.loss} currency={currency} />],
          ]}
        />
      )}
      <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('details')}
      </Button>
      {open && (
        <div className={classes.history}>
          {can(...revaluationCalls.show.admission) && <RevaluedBalances id={row.id} />}
          <RecordHistory name="fx_revaluation" id={row.id} below="page" />
        </div>
      )}
    </li>
  )
}
