import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import { billStatuses, invoiceStatuses } from '#contract/documents/documents.ts'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { linkedReferenceColumn } from '../accounting-ui/linkedColumns.tsx'
import type { RowOf } from '../api/resource.ts'
import { documentPath, partyPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { amountColumn, dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterNative } from '../ui/filters/FilterNative.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import type { RowPaper } from '../ui/list/RowPdf.tsx'
import { DocumentStatus } from './DocumentStatus.tsx'
import { lockReason } from './lockReason.ts'
import { useLockedRow } from './useLockedRow.ts'

// What is done with many comes when the first row is marked.
const DocumentActs = lazy(async () => ({ default: (await import('./DocumentActs.tsx')).DocumentActs }))
// The filters come when their drawer is opened first.
const DocumentFilters = lazy(async () => ({ default: (await import('./DocumentFilters.tsx')).DocumentFilters }))

type Row = RowOf<(typeof documents)['invoice']>

const columnsOf = (side: Side): readonly Column<Row>[] => [
  { name: side.numberField, width: 152, card: 'plain', draw: (row) => <NumberLink side={side} row={row} /> },
  { ...dateColumn(side.dateField as 'invoice_date'), card: 'plain' },
  { ...dateColumn('due_date'), extra: true },
  {
    ...linkedReferenceColumn<Row>(
      side.party as 'customer',
      (row) => `${partyPath(side)}/${fieldOf<number>(row, side.partyField)}/view`,
    ),
    card: 'title',
  },
  {
    name: 'status',
    width: 140,
    card: 'end',
    draw: (row) => <DocumentStatus side={side} status={row.status} overdue={row.is_overdue} of={row} />,
  },
  { ...amountColumn('total'), card: 'figure' },
  { ...amountColumn('remaining_amount'), extra: true },
]

/** The list of one side's documents: invoices for sales, bills for purchases. */
export function DocumentsPage({ side }: { side: Side }) {
  const lockOf = useLockedRow()
  const { t } = useTranslation(['documents', 'common'])
  const columns = useMemo(() => columnsOf(side), [side])
  const statuses = filterStatuses(side).map((status) => ({ value: status, label: t(`statuses.${status}`) }))
  return (
    <ListPage
      resource={documents[side.document] as (typeof documents)['invoice']}
      columns={columns}
      formPath={documentPath(side)}
      actOf={({ status }) => (status === 'draft' ? 'delete' : 'void')}
      rowPath={({ id }) => `${documentPath(side)}/${id}/view`}
      paper={paperOf(side)}
      rowName={(row) => numberOf(side, row)}
      bulk={(selection) => (
        <Suspense>
          <DocumentActs side={side} selection={selection} />
        </Suspense>
      )}
      lockOf={(row) => lockOf(lockReason(row), numberOf(side, row))}
      filterCalls={() => import('../accounting-ui/partyFilterCalls.ts').then((m) => m.partyFilterCalls(side))}
      sums={documentCalls[side.document].sums}
      filters={
        <>
          <FilterNative name="status" all={t('common:statuses.all')} choices={statuses} />
          <FilterDrawer>
            <DocumentFilters side={side} />
          </FilterDrawer>
        </>
      }
    />
  )
}

/** Overdue and void are asked for like statuses. */
const filterStatuses = ({ name }: Side) => [...(name === 'sales' ? invoiceStatuses : billStatuses), 'overdue', 'void']
/** Our own are issued when they are taken along. */
const paperOf = ({ document }: Side): RowPaper => ({
  call: documentCalls[document].pdf,
  issue:
    document === 'bill'
      ? undefined
      : async ({ id }) => {
          const { issueWhereDue } = await import('../many/manyActs.ts')
          await issueWhereDue(documents[document].calls.read, documentCalls[document].issue, id)
        },
})

const numberOf = (side: Side, row: object): string => (row as Record<string, string>)[side.numberField] ?? ''

function NumberLink({ side, row }: { side: Side; row: Row }) {
  return (
    <Link to={`${documentPath(side)}/${row.id}/view`} className="link">
      <Num>{numberOf(side, row)}</Num>
    </Link>
  )
}
