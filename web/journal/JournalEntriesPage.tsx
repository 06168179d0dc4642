import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { journalEntries } from '#contract/journal.ts'
import type { RowOf } from '../api/resource.ts'
import { FilterDrawer } from '../filters/FilterDrawer.tsx'
import { FilterPanelSelect } from '../filters/FilterPanelSelect.tsx'
import type { Column } from '../kit/cells/Column.ts'
import { amountColumn, dateColumn, referenceColumn, statusColumn } from '../kit/cells/columns.tsx'
import { Num } from '../kit/cells/Num.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { AccountFilter } from './AccountFilter.tsx'
import { journalPath } from './journalPath.ts'

type Row = RowOf<typeof journalEntries>
const columns: readonly Column<Row>[] = [
  { name: 'journal_number', draw: (row) => <NumberLink row={row} /> },
  dateColumn('journal_date'),
  amountColumn('amount'),
  referenceColumn('currency'),
  statusColumn(),
]

/** The entries that people wrote by hand. */
export function JournalEntriesPage() {
  return (
    <ListPage
      resource={journalEntries}
      columns={columns}
      formPath={journalPath}
      rowName={(row) => row.journal_number}
      filters={
        <FilterDrawer>
          <AccountFilter />
          <StatusFilter />
        </FilterDrawer>
      }
    />
  )
}

function StatusFilter() {
  const { t } = useTranslation('common')
  const choices = ['draft', 'posted', 'reversed'].map((status) => ({ value: status, label: t(`statuses.${status}`) }))
  return <FilterPanelSelect name="status" choices={choices} />
}

function NumberLink({ row }: { row: Row }) {
  return (
    <Link to={`${journalPath}/${row.id}/view`} className="link">
      <Num>{row.journal_number}</Num>
    </Link>
  )
}
