import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { stockTransfers, transferStates } from '#contract/places/transfers.ts'
import type { RowOf } from '../api/resource.ts'
import { transfersPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn, referenceColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FilterNative } from '../ui/filters/FilterNative.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'

type Row = RowOf<typeof stockTransfers>
const viewOf = ({ id }: { id: number }) => `${transfersPath}/${id}/view`
const columns: readonly Column<Row>[] = [
  {
    name: 'number',
    draw: (row) => (
      <Link to={viewOf(row)} className="link">
        <Num>{row.number}</Num>
      </Link>
    ),
  },
  dateColumn('transfer_date'),
  referenceColumn('from_place'),
  referenceColumn('to_place'),
  { name: 'row_count', figures: true, draw: ({ row_count }) => <Num>{row_count}</Num> },
  { name: 'status', draw: ({ status }) => <TransferStatus status={status} /> },
]

function TransferStatus({ status }: Pick<Row, 'status'>) {
  const { t } = useTranslation('places')
  return <StatusDot status={status} label={status === 'sent' ? t('on_the_way') : undefined} />
}

/** Transfers of goods between places, by date. */
export function TransfersPage() {
  const { t } = useTranslation('places')
  return (
    <ListPage
      resource={stockTransfers}
      paper={{ call: paperCalls.stock_transfer }}
      columns={columns}
      formPath={transfersPath}
      actOf={() => 'void'}
      rowPath={viewOf}
      rowName={(row) => row.number}
      lockOf={({ status }) => (status === 'void' ? { why: t('void_kept') } : null)}
      filters={
        <>
          <StatusFilter statuses={transferStates} />
          <FilterNative
            name="to_receive"
            all={t('to_receive.every')}
            choices={[{ value: '1', label: t('to_receive.mine') }]}
          />
        </>
      }
    />
  )
}
