import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { financialYears, yearStatuses } from '#contract/years.ts'
import type { RowOf } from '../api/resource.ts'
import type { Column } from '../kit/cells/Column.ts'
import { dateColumn, statusColumn, textColumn } from '../kit/cells/columns.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { StatusFilter } from '../kit/list/StatusFilter.tsx'
import type { YearChange } from './ChangeStatus.tsx'
import { YearDates } from './YearDates.tsx'
import { YearDrawer } from './YearDrawer.tsx'
import { YearTransitions } from './YearTransitions.tsx'

const ChangeStatus = lazy(async () => ({ default: (await import('./ChangeStatus.tsx')).ChangeStatus }))

export type Year = RowOf<typeof financialYears>

/** The financial years, and the way each of them opens, is reviewed and closes. */
export function FinancialYearsPage() {
  const [change, setChange] = useState<YearChange | null>(null)
  const columns = useMemo(() => columnsOf(setChange), [])
  return (
    <>
      <ListPage
        resource={financialYears}
        columns={columns}
        filters={
          <>
            <StatusFilter statuses={yearStatuses} />
            <YearDates />
          </>
        }
      >
        <YearDrawer />
      </ListPage>
      <Suspense>{change && <ChangeStatus change={change} onClose={() => setChange(null)} />}</Suspense>
    </>
  )
}

const columnsOf = (onChange: (change: YearChange) => void): readonly Column<Year>[] => [
  textColumn('name'),
  { name: 'type', draw: (row) => <YearType type={row.type} /> },
  dateColumn('started_at'),
  dateColumn('ended_at'),
  statusColumn(),
  { name: 'change_status', draw: (row) => <YearTransitions year={row} onChange={onChange} /> },
]

function YearType({ type }: { type: string }) {
  return useTranslation('years').t(`types.${type}`)
}
