import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setOffStates, setOffs } from '#contract/documents/set-offs.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { customers, suppliers } from '#contract/parties.ts'
import { linkedReferenceColumn } from '../accounting-ui/linkedColumns.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import { setOffsPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { amountColumn, dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { SetOffStatus } from './SetOffStatus.tsx'

type Row = {
  id: number
  number: string
  set_off_date: string
  status: string
  closed_period: string | null
  amount: number
  customer: { id: number; name: string; name_en: string | null }
  supplier: { id: number; name: string; name_en: string | null }
  currency: { code: string; decimals: number }
}
const columns: readonly Column<Row>[] = [
  {
    name: 'number',
    draw: (row) => (
      <Link to={`${setOffsPath}/${row.id}/view`} className="link">
        <Num>{row.number}</Num>
      </Link>
    ),
  },
  dateColumn('set_off_date'),
  linkedReferenceColumn<Row>('customer', ({ customer }) => `/sales/customers/${customer.id}/view`),
  linkedReferenceColumn<Row>('supplier', ({ supplier }) => `/purchases/suppliers/${supplier.id}/view`),
  { name: 'status', draw: (row) => <SetOffStatus status={row.status} /> },
  amountColumn('amount'),
]

/** Receivables settled by payables to the same party. */
export function SetOffsPage() {
  const { t } = useTranslation(['setoffs', 'common', 'documents'])
  return (
    <ListPage
      resource={setOffs}
      paper={{ call: paperCalls.set_off }}
      columns={columns}
      formPath={setOffsPath}
      actOf={() => 'void'}
      rowPath={(row) => `${setOffsPath}/${row.id}/view`}
      rowName={(row) => row.number}
      lockOf={(row) => {
        const { status, closed_period } = row
        const why = status === 'void' ? 'document_void' : closed_period
        return why === null ? null : { why: t(`documents:locked.${why}`) }
      }}
      filters={
        <FilterDrawer>
          <FilterChoice name="customer_id" call={optionsOf(customers)} />
          <FilterChoice name="supplier_id" call={optionsOf(suppliers)} />
          <FilterPanelSelect
            name="status"
            choices={setOffStates.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
        </FilterDrawer>
      }
    />
  )
}
