import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parties } from '#contract/parties.ts'
import { payments } from '#contract/payments.ts'
import type { Side } from '#contract/sides.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import { paymentPath } from '../documents/documentPath.ts'
import { FilterChoice } from '../filters/FilterChoice.tsx'
import { FilterDrawer } from '../filters/FilterDrawer.tsx'
import type { Column } from '../kit/cells/Column.ts'
import { amountColumn, dateColumn, referenceColumn } from '../kit/cells/columns.tsx'
import { Num } from '../kit/cells/Num.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'

type Row = RowOf<(typeof payments)['sales']>

const columnsOf = (side: Side): readonly Column<Row>[] => [
  {
    name: 'payment_number',
    draw: (row) => (
      <Link to={`${paymentPath(side)}/${row.id}/view`} className="link">
        <Num>{row.payment_number}</Num>
      </Link>
    ),
  },
  dateColumn('payment_date'),
  referenceColumn(side.party as 'customer'),
  amountColumn('amount'),
]

/** The list of one side's payments: money received from customers, or paid to suppliers. */
export function PaymentsPage({ side }: { side: Side }) {
  const columns = useMemo(() => columnsOf(side), [side])
  return (
    <ListPage
      resource={payments[side.name] as (typeof payments)['sales']}
      columns={columns}
      formPath={paymentPath(side)}
      rowName={(row) => row.payment_number}
      filters={
        <FilterDrawer>
          <FilterChoice name={side.partyField} call={optionsOf(parties[side.name])} />
        </FilterDrawer>
      }
    />
  )
}
