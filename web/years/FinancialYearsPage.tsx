import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { financialYears } from '#contract/years.ts'
import { yearStatuses } from '#ledger/calendar/periods.ts'
import IconLock from '~icons/tabler/lock'
import { useCan } from '../api/useCan.ts'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn, statusColumn, textColumn } from '../ui/cells/columns.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import type { Year, YearChange } from './Year.ts'
import { YearDates } from './YearDates.tsx'
import { YearDrawer } from './YearDrawer.tsx'
import { YearTransitions } from './YearTransitions.tsx'

const PeriodLocks = lazy(async () => ({ default: (await import('./PeriodLocks.tsx')).PeriodLocks }))
const ChangeStatus = lazy(async () => ({ default: (await import('./ChangeStatus.tsx')).ChangeStatus }))

/** The financial years, and the way each of them opens, is reviewed and closes. */
export function FinancialYearsPage() {
  const [change, setChange] = useState<YearChange | null>(null)
  const [locking, setLocking] = useState(false)
  const { t } = useTranslation('years')
  const can = useCan()
  const mayChange = can(financialYears.permissions.update)
  const columns = useMemo(() => columnsOf(mayChange ? setChange : null), [mayChange])
  return (
    <>
      <ListPage
        resource={financialYears}
        columns={columns}
        isKept={({ status }) => status === 'closed'}
        actions={
          <Button variant="default" leftSection={<IconLock aria-hidden />} onClick={() => setLocking(true)}>
            {t('locks.open')}
          </Button>
        }
        filters={
          <>
            <StatusFilter statuses={yearStatuses} />
            <YearDates />
          </>
        }
      >
        <YearDrawer />
      </ListPage>
      <Suspense>
        {change && <ChangeStatus change={change} onClose={() => setChange(null)} />}
        {locking && <PeriodLocks onClose={() => setLocking(false)} />}
      </Suspense>
    </>
  )
}

const columnsOf = (onChange: ((change: YearChange) => void) | null): readonly Column<Year>[] => [
  textColumn('name'),
  { name: 'type', draw: (row) => <YearType type={row.type} /> },
  dateColumn('started_at'),
  dateColumn('ended_at'),
  statusColumn(),
  ...(onChange
    ? [{ name: 'change_status', draw: (row: Year) => <YearTransitions year={row} onChange={onChange} /> }]
    : []),
]

function YearType({ type }: { type: string }) {
  return useTranslation('years').t(`types.${type}`)
}
