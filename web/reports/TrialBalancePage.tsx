import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportCalls, type TrialBalance } from '#contract/reports.ts'
import IconPrint from '~icons/tabler/printer'
import { useUser } from '../api/session.ts'
import { useAnswer } from '../api/useAnswer.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { FailedState } from '../kit/states/FailedState.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
import { localName } from '../words/localName.ts'
import { DayInput } from './DayInput.tsx'
import classes from './TrialBalance.module.css'
import { TrialBalanceTable } from './TrialBalanceTable.tsx'

const depths = ['1', '2', '3', '9'] as const

/** The trial balance of a range of days; the range stands in the address, so a sent link shows the same figures. */
export function TrialBalancePage() {
  const { t } = useTranslation(['reports', 'common'])
  const { organization } = useUser()
  const search = useSearch({ strict: false }) as { from?: string; to?: string }
  const navigate = useNavigate()
  const [depth, setDepth] = useState<string>('9')
  const report = useAnswer(reportCalls.trialBalance, { from: search.from, to: search.to })
  const data = report.data as TrialBalance | undefined
  const change = (patch: object) =>
    void navigate({ to: '/reports/trial-balance', search: { ...search, ...patch } as never })
  return (
    <>
      <PageHeader title={t('trial_balance.title')}>
        <Button variant="default" leftSection={<IconPrint aria-hidden />} onClick={() => window.print()}>
          {t('common:actions.print')}
        </Button>
      </PageHeader>
      <div className={classes.filters}>
        <DayInput
          label={t('trial_balance.from')}
          value={search.from ?? data?.from ?? ''}
          onChange={(from) => change({ from })}
        />
        <DayInput label={t('trial_balance.to')} value={search.to ?? data?.to ?? ''} onChange={(to) => change({ to })} />
        <SegmentedControl
          aria-label={t('trial_balance.depth')}
          value={depth}
          onChange={setDepth}
          data={depths.map((level) => ({ value: level, label: t(`trial_balance.depths.${level}`) }))}
        />
      </div>
      {report.error && !data && <FailedState error={report.error} onRetry={() => void report.refetch()} />}
      {report.isLoading && <LoadingState />}
      {data && (
        <article className={classes.report} data-stale={report.isFetching || undefined}>
          <p className={classes.heading}>
            {localName(organization)} · {t('trial_balance.title')} · <bdi className="num">{data.from}</bdi> –{' '}
            <bdi className="num">{data.to}</bdi>
          </p>
          <TrialBalanceTable report={data} depth={Number(depth)} />
        </article>
      )}
    </>
  )
}
