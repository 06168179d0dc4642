import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bankReconciliations, reconciliationStates } from '#contract/bank.ts'
import { chartCalls } from '#contract/chart.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import type { RowOf } from '../api/resource.ts'
import { localName } from '../i18n/localName.ts'
import { bankPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { amountColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { cashOnly } from './cashOnly.ts'
import { ReconciliationStatus } from './ReconciliationStatus.tsx'

type Row = RowOf<typeof bankReconciliations>
const columns: readonly Column<Row>[] = [
  {
    name: 'statement_date',
    draw: (row) => (
      <Link to={`${bankPath}/${row.id}${row.status === 'draft' ? '' : '/view'}`} className="link">
        <Num>{row.statement_date}</Num>
      </Link>
    ),
  },
  { name: 'account', draw: (row) => <bdi>{localName(row.account)}</bdi> },
  { name: 'status', draw: (row) => <ReconciliationStatus status={row.status} /> },
  amountColumn('statement_balance'),
]

/** Which statements of the banks are explained by the books, and until when. */
export function ReconciliationsPage() {
  const { t } = useTranslation('bank')
  return (
    <ListPage
      resource={bankReconciliations}
      paper={{ call: paperCalls.bank_reconciliation }}
      columns={columns}
      formPath={bankPath}
      rowName={(row) => nameOf(row)}
      lockOf={(row) => (row.status === 'finished' ? { why: t('locked') } : null)}
      filters={
        <FilterDrawer>
          <FilterChoice name="account_id" call={chartCalls.accountOptions} query={cashOnly} />
          <FilterPanelSelect
            name="status"
            choices={reconciliationStates.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
        </FilterDrawer>
      }
    />
  )
}

const nameOf = ({ account, statement_date }: Row) => `${localName(account)} ${statement_date}`
