import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { type BankStatementRow, bankStatements } from '#contract/imports/bank-statements.ts'
import { cashOnly } from '../bank/cashOnly.ts'
import { localName } from '../i18n/localName.ts'
import { bankStatementsPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import type { Column } from '../ui/cells/Column.ts'
import { Num } from '../ui/cells/Num.tsx'
import { PeriodDays } from '../ui/cells/PeriodDays.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import classes from './BankStatements.module.css'
import { NewStatement } from './NewStatement.tsx'

const columns: readonly Column<BankStatementRow>[] = [
  {
    name: 'to_date',
    draw: (row) => (
      <Link to={`${bankStatementsPath}/${row.id}`} className="link">
        <PeriodDays period={{ from: row.from_date, to: row.to_date }} />
      </Link>
    ),
  },
  { name: 'account', draw: (row) => <bdi>{localName(row.account)}</bdi> },
  { name: 'lines_new', figures: true, draw: (row) => <Num>{`${row.lines_new} / ${row.lines_total}`}</Num> },
  { name: 'lines_open', figures: true, draw: (row) => <Num>{row.lines_open}</Num> },
  {
    name: 'closing_balance',
    figures: true,
    draw: (row) => row.closing_balance !== null && <Amount value={row.closing_balance} currency={row.currency} />,
  },
  { name: 'gap', figures: true, draw: (row) => <Gap row={row} /> },
]

/** The banks' files, what of them is open, and what is missing between them. */
export function StatementsPage() {
  return (
    <ListPage
      resource={bankStatements}
      columns={columns}
      above={<NewStatement />}
      rowName={(row) => row.file_name}
      filters={
        <FilterDrawer>
          <FilterChoice name="account_id" call={chartCalls.accountOptions} query={cashOnly} />
        </FilterDrawer>
      }
    />
  )
}

function Gap({ row }: { row: BankStatementRow }) {
  const { t } = useTranslation('bankStatements')
  if (row.gap === null || row.gap === 0) return null
  return (
    <span className={classes.gap}>
      {t('gap')} <Amount value={row.gap} currency={row.currency} />
    </span>
  )
}
