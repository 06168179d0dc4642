import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RevaluationLine, type RevaluationRow, revaluationCalls } from '#contract/revaluations.ts'
import { useFreshOptions } from '../api/options.ts'
import { useCan } from '../api/useCan.ts'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { useFocusRefused } from '../ui/focus/useFocusRefused.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { today } from '../ui/today.ts'
import { PastRevaluations } from './PastRevaluations.tsx'
import { RevaluationForm } from './RevaluationForm.tsx'
import classes from './Revaluations.module.css'

/** Foreign balances at the closing rate of the day in the address: first the expected changes, then the earlier postings. */
export function RevaluationsPage() {
  const { t } = useTranslation('revaluations')
  const can = useCan()
  const { date = today() } = useSearch({ strict: false }) as { date?: string }
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Refused | null>(null)
  const day = useFocusRefused<HTMLDivElement>(refused === null)
  const setDate = (day: string) => void navigate({ to: '.', search: { date: day }, replace: true })
  return (
    <>
      <PageHeader title={t('title')} />
      <p className={classes.hint}>{t('hint')}</p>
      {can(...revaluationCalls.preview.admission) && (
        <>
          <div ref={day} className={classes.day}>
            <DayInput
              label={t('fields.fx_revaluation.date')}
              value={date}
              error={refused?.date === date && refused.message}
              onChange={(day) => day && setDate(day)}
            />
          </div>
          <Preview key={date} date={date} onRefused={(message) => setRefused({ date, message })} />
        </>
      )}
      <PastRevaluations />
    </>
  )
}

/** An error about one day. Another day is not refused yet. */
type Refused = { date: string; message: string }

function Preview({ date, onRefused }: { date: string; onRefused: (message: string) => void }) {
  const { t } = useTranslation('revaluations')
  const preview = useFreshOptions(revaluationCalls.preview, { date })
  const past = useFreshOptions(revaluationCalls.list).data as RevaluationRow[] | undefined
  const isDone = past?.some((row) => row.status === 'posted' && row.revaluation_date === date)
  if (preview.error && !preview.data)
    return <FailedState error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <LoadingState />
  const lines = preview.data as RevaluationLine[]
  if (isDone) return <p className={classes.hint}>{t('done')}</p>
  if (lines.length === 0) return <p className={classes.hint}>{t('nothing')}</p>
  return <RevaluationForm date={date} lines={lines} onRefused={onRefused} />
}
