import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { countStates, stockCounts } from '#contract/counts.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import type { RowOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { useLockedRow } from '../documents/useLockedRow.ts'
import { countsPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn, referenceColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { CountStatus } from './CountStatus.tsx'

type Row = RowOf<typeof stockCounts>
const columns: readonly Column<Row>[] = [
  {
    name: 'number',
    draw: (row) => (
      <Link to={`${countsPath}/${row.id}/view`} className="link">
        <Num>{row.number}</Num>
      </Link>
    ),
  },
  dateColumn('count_date'),
  referenceColumn('branch'),
  { name: 'origin', draw: (row) => <Origin origin={row.origin} /> },
  { name: 'value', figures: true, draw: (row) => <Difference value={row.value} /> },
  { name: 'status', draw: (row) => <CountStatus status={row.status} /> },
]

/** Counts by date, and their effects. */
export function CountsPage() {
  const { t } = useTranslation('catalog')
  const lockOf = useLockedRow()
  return (
    <ListPage
      resource={stockCounts}
      paper={{ call: paperCalls.stock_count }}
      columns={columns}
      formPath={countsPath}
      actOf={() => 'void'}
      rowPath={({ id }) => `${countsPath}/${id}/view`}
      rowName={(row) => row.number}
      lockOf={({ status, closed_period, number }) =>
        status === 'void' ? { why: t('counts.void_kept') } : lockOf(closed_period, number)
      }
      filters={<StatusFilter statuses={countStates} />}
    />
  )
}

function Origin({ origin }: { origin: string }) {
  return useTranslation('catalog').t(`counts.origins.${origin}`)
}

function Difference({ value }: { value: number }) {
  const { currency } = useUser().organization
  return <Amount value={value} currency={currency} />
}
