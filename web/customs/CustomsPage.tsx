import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { customsDeclarations } from '#contract/documents/customs.ts'
import { purchases } from '#contract/documents/sides.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { suppliers } from '#contract/parties.ts'
import { linkedReferenceColumn } from '../accounting-ui/linkedColumns.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import { DocumentStatus } from '../documents/DocumentStatus.tsx'
import { lockReason } from '../documents/lockReason.ts'
import { useLockedRow } from '../documents/useLockedRow.ts'
import { customsPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { amountColumn, dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'

type Row = RowOf<typeof customsDeclarations>
const columns: readonly Column<Row>[] = [
  {
    name: 'declaration_number',
    draw: (row) => (
      <Link to={`${customsPath}/${row.id}/view`} className="link">
        <Num>{row.declaration_number}</Num>
      </Link>
    ),
  },
  dateColumn('declaration_date'),
  linkedReferenceColumn<Row>('supplier', ({ supplier }) => `/purchases/suppliers/${supplier.id}/view`),
  amountColumn('duty'),
  amountColumn('vat'),
  {
    name: 'status',
    draw: (row) => <DocumentStatus side={purchases} status={row.status} overdue={row.is_overdue} words="customs" />,
  },
  amountColumn('total'),
]
const statuses = ['sent', 'partially_paid', 'paid', 'overdue', 'void'] as const

/** Customs declarations and payments. */
export function CustomsPage() {
  const { t } = useTranslation('customs')
  const lockOf = useLockedRow()
  return (
    <ListPage
      resource={customsDeclarations}
      paper={{ call: paperCalls.customs_declaration }}
      columns={columns}
      formPath={customsPath}
      actOf={() => 'void'}
      rowPath={({ id }) => `${customsPath}/${id}/view`}
      rowName={(row) => row.declaration_number}
      lockOf={(row) => {
        const why = lockReason(row)
        return lockOf(why, row.declaration_number, t(`locked.${why}`))
      }}
      filters={
        <FilterDrawer>
          <FilterChoice name="supplier_id" call={optionsOf(suppliers)} />
          <FilterPanelSelect
            name="status"
            choices={statuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
        </FilterDrawer>
      }
    />
  )
}
