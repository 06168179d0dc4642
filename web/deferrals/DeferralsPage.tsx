import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import type { Deferral } from '#contract/documents/spread-fields.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { DeferralRow } from './DeferralRow.tsx'
import classes from './Deferrals.module.css'

/** Rows that are recognised over months: what waits, and what could not be posted. */
export function DeferralsPage() {
  const { t } = useTranslation('deferrals')
  const [state, setState] = useState<'open' | 'all'>('open')
  const answer = useCallQuery(deferralCalls.list, { state })
  const rows = answer.data as Deferral[] | undefined
  return (
    <>
      <PageHeader title={t('title')} detail={t('detail')}>
        <SegmentedControl
          aria-label={t('show')}
          value={state}
          onChange={(next) => setState(next as 'open' | 'all')}
          data={[
            { value: 'open', label: t('show_open') },
            { value: 'all', label: t('show_all') },
          ]}
        />
      </PageHeader>
      {answer.error ? (
        <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !rows ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState hint={t('empty_detail')} />
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <DeferralRow key={row.id} row={row} namesDocument />
          ))}
        </ul>
      )}
    </>
  )
}
