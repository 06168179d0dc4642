import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { billStatuses, documents, invoiceStatuses } from '#contract/documents.ts'
import { parties } from '#contract/parties.ts'
import type { Side } from '#contract/sides.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import type { Column } from '../kit/cells/Column.ts'
import { amountColumn, dateColumn, referenceColumn } from '../kit/cells/columns.tsx'
import { Num } from '../kit/cells/Num.tsx'
import { FilterChoice } from '../kit/list/FilterChoice.tsx'
import { FilterDrawer } from '../kit/list/FilterDrawer.tsx'
import { FilterPanelSelect } from '../kit/list/FilterPanelSelect.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { DocumentStatus } from './DocumentStatus.tsx'
import { documentPath } from './documentPath.ts'

type Row = RowOf<(typeof documents)['sales']>
const statuses = { sales: invoiceStatuses, purchases: billStatuses }

const columnsOf = (side: Side): readonly Column<Row>[] => [
  { name: side.numberField, draw: (row) => <NumberLink side={side} row={row} /> },
  dateColumn(side.dateField as 'invoice_date'),
  referenceColumn(side.party as 'customer'),
  { name: 'status', draw: (row) => <DocumentStatus side={side} status={row.status} overdue={row.is_overdue} /> },
  amountColumn('total'),
]

/** The list of one side's documents: invoices for sales, bills for purchases. */
export function DocumentsPage({ side }: { side: Side }) {
  const columns = useMemo(() => columnsOf(side), [side])
  const { t } = useTranslation(['documents', 'common'])
  const choices = [...statuses[side.name], 'overdue', 'void'].map((status) => ({
    value: status,
    label: t(`documents:statuses.${status}`),
  }))
  return (
    <ListPage
      resource={documents[side.name] as (typeof documents)['sales']}
      columns={columns}
      formPath={documentPath(side)}
      rowName={(row) => numberOf(side, row)}
      filters={
        <FilterDrawer>
          <FilterChoice name={side.partyField} call={optionsOf(parties[side.name])} />
          <FilterPanelSelect name="status" choices={choices} />
        </FilterDrawer>
      }
    />
  )
}

const numberOf = (side: Side, row: object): string => (row as Record<string, string>)[side.numberField] ?? ''

function NumberLink({ side, row }: { side: Side; row: Row }) {
  return (
    <Link to={`${documentPath(side)}/${row.id}/view`} className="link">
      <Num>{numberOf(side, row)}</Num>
    </Link>
  )
}
