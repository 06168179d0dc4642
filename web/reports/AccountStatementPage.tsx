import { Button, Pagination, Select } from '@mantine/core'
import '@mantine/core/styles/Pagination.layer.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { type AccountStatement, reportCalls } from '#contract/reports.ts'
import IconPrint from '~icons/tabler/printer'
import { useOptions } from '../api/options.ts'
import { useAnswer } from '../api/useAnswer.ts'
import { matchFolded } from '../kit/fields/matchFolded.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { EmptyState } from '../kit/states/EmptyState.tsx'
import { FailedState } from '../kit/states/FailedState.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
import { localName } from '../words/localName.ts'
import { DayInput } from './DayInput.tsx'
import { StatementTable } from './StatementTable.tsx'
import classes from './TrialBalance.module.css'

const path = '/reports/account-statement'
const pageSize = 100
type Account = { id: number; number: string; name: string; name_en: string | null }

/** Every movement of one account; which account and which days stand in the address. */
export function AccountStatementPage() {
  const { t } = useTranslation(['reports', 'common'])
  const search = useSearch({ strict: false }) as { account_id?: string; from?: string; to?: string; page?: string }
  const navigate = useNavigate()
  const accounts = useOptions(chartCalls.accountOptions)
  const change = (patch: object) =>
    void navigate({ to: path, search: { ...search, page: undefined, ...patch } as never })
  const choices = ((accounts.data ?? []) as Account[]).map((account) => ({
    value: String(account.id),
    label: `${account.number} ${localName(account)}`,
  }))
  return (
    <>
      <PageHeader title={t('statement.title')}>
        <Button variant="default" leftSection={<IconPrint aria-hidden />} onClick={() => window.print()}>
          {t('common:actions.print')}
        </Button>
      </PageHeader>
      <div className={classes.filters}>
        <Select
          w={320}
          label={t('statement.account')}
          data={choices}
          value={search.account_id ?? null}
          onChange={(account_id) => change({ account_id: account_id ?? undefined })}
          searchable
          filter={matchFolded}
          limit={100}
        />
        <DayInput label={t('trial_balance.from')} value={search.from ?? ''} onChange={(from) => change({ from })} />
        <DayInput label={t('trial_balance.to')} value={search.to ?? ''} onChange={(to) => change({ to })} />
      </div>
      {search.account_id ? (
        <Statement search={search} onPage={(page) => change({ page: String(page) })} />
      ) : (
        <EmptyState hint={t('statement.choose')} />
      )}
    </>
  )
}

function Statement({ search, onPage }: { search: Record<string, string | undefined>; onPage: (page: number) => void }) {
  const { t } = useTranslation('common')
  const report = useAnswer(reportCalls.accountStatement, search)
  const data = report.data as AccountStatement | undefined
  if (report.error && !data) return <FailedState error={report.error} onRetry={() => void report.refetch()} />
  if (!data) return <LoadingState />
  const pages = Math.ceil(data.total / pageSize)
  const controls = {
    first: t('list.previous'),
    previous: t('list.previous'),
    next: t('list.next'),
    last: t('list.next'),
  }
  return (
    <article className={classes.report} data-stale={report.isFetching || undefined}>
      <p className={classes.heading}>
        <bdi>{localName(data.account)}</bdi> · <bdi className="num">{data.from}</bdi> –{' '}
        <bdi className="num">{data.to}</bdi>
      </p>
      <StatementTable statement={data} />
      {pages > 1 && (
        <Pagination
          mt="md"
          total={pages}
          value={Number(search.page ?? 1)}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': controls[control] })}
        />
      )}
    </article>
  )
}
