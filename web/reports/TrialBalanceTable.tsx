import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TrialBalance } from '#contract/reports.ts'
import { formatNumber } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { EmptyState } from '../kit/states/EmptyState.tsx'
import { localName } from '../words/localName.ts'
import classes from './TrialBalance.module.css'

type Row = TrialBalance['rows'][number]
const pairs = ['opening', 'movement', 'closing'] as const
const sides = ['debit', 'credit'] as const
const columns = pairs.flatMap((pair) => sides.map((side) => `${pair}_${side}` as const))

/** Accounts with their opening, movement and closing; those that never moved stay out of sight. */
export function TrialBalanceTable({ report, depth }: { report: TrialBalance; depth: number }) {
  const { t } = useTranslation('reports')
  const rows = report.rows.filter((row) => row.depth <= depth && columns.some((column) => row[column] !== 0))
  if (rows.length === 0) return <EmptyState hint={t('trial_balance.empty')} />
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('trial_balance.number')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('trial_balance.account')}
            </th>
            {pairs.map((pair) => (
              <th key={pair} scope="colgroup" colSpan={2} className={classes.pair}>
                {t(`trial_balance.${pair}`)}
              </th>
            ))}
          </tr>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={classes.figures}>
                {t(`trial_balance.${column.split('_')[1]}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.account_id ?? 'prior'} data-type={row.type}>
              <td>
                <Num>{row.number}</Num>
              </td>
              <td style={{ paddingInlineStart: `${row.depth - 0.5}em` }}>
                {row.account_id === null ? (
                  t('trial_balance.prior_years')
                ) : (
                  <Link
                    to="/reports/account-statement"
                    search={{ account_id: String(row.account_id), from: report.from, to: report.to } as never}
                    className={classes.account}
                  >
                    <bdi>{localName(row)}</bdi>
                  </Link>
                )}
              </td>
              <Figures row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{t('trial_balance.total')}</th>
            <Figures row={report.totals} />
          </tr>
          <tr data-balanced={report.difference === 0}>
            <td />
            <th scope="row">{t('trial_balance.difference')}</th>
            <td colSpan={6} className={classes.difference}>
              <Num>{formatNumber(report.difference)}</Num>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Figures({ row }: { row: Pick<Row, (typeof columns)[number]> }) {
  return columns.map((column) => (
    <td key={column} className={classes.figures}>
      {row[column] === 0 ? <span className={classes.nothing}>–</span> : <Num>{formatNumber(row[column])}</Num>}
    </td>
  ))
}
