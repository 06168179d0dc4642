import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AccountStatement } from '#contract/reports.ts'
import { formatNumber } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { localName } from '../words/localName.ts'
import classes from './TrialBalance.module.css'

type Row = AccountStatement['rows'][number]
const columns = ['date', 'entry', 'description', 'party', 'debit', 'credit', 'balance'] as const
const figures = new Set<string>(['debit', 'credit', 'balance'])

/** The movements with the balance each one left; a row leads to the document behind it. */
export function StatementTable({ statement }: { statement: AccountStatement }) {
  const { t } = useTranslation('reports')
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={figures.has(column) ? classes.figures : undefined}>
                {t(`statement.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr data-type="main">
            <td colSpan={6}>{t('statement.opening')}</td>
            <Figure value={statement.opening} />
          </tr>
          {statement.rows.map((row) => (
            <tr key={`${row.entry_id}-${row.line_number}`}>
              <td>
                <Num>{row.entry_date}</Num>
              </td>
              <td>
                <Source row={row} />
              </td>
              <td>{row.description !== row.number && <bdi>{row.description}</bdi>}</td>
              <td>{row.party && <bdi>{localName({ name: row.party, name_en: row.party_en })}</bdi>}</td>
              <Figure value={row.debit} />
              <Figure value={row.credit} />
              <Figure value={row.balance} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {t('statement.closing')}
            </th>
            <Figure value={statement.debit} />
            <Figure value={statement.credit} />
            <Figure value={statement.closing} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Figure({ value }: { value: number }) {
  return (
    <td className={classes.figures}>
      {value === 0 ? <span className={classes.nothing}>–</span> : <Num>{formatNumber(value)}</Num>}
    </td>
  )
}

const addresses: Record<string, (id: number) => string> = {
  invoice: (id) => `/sales/invoices/${id}/view`,
  bill: (id) => `/purchases/bills/${id}/view`,
  income_payment: (id) => `/accounting/income-payments/${id}`,
  expense_payment: (id) => `/accounting/expense-payments/${id}`,
  manual: (id) => `/accounting/journal-entries/${id}`,
}

/** What posted it, by its own number where it has one. */
function Source({ row }: { row: Row }) {
  const { t } = useTranslation('reports')
  const address = row.source_id === null ? undefined : addresses[row.source]?.(row.source_id)
  const label = row.number ?? `${t(`kinds.${row.kind}`)} ${row.entry_number}`
  if (!address) return <bdi>{label}</bdi>
  return (
    <Link to={address} className="link">
      <bdi>{label}</bdi>
    </Link>
  )
}
