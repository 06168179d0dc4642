import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { formatNumber } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import classes from './Home.module.css'
import { isComparable, type Than } from './isComparable.ts'

const figures = [
  ['sales_this_month', '/reports/sales-by-customer', {}],
  ['profit_this_month', '/reports/profit-and-loss', { columns: 'month' }],
  ['cash', '/reports/trial-balance', {}],
  ['receivable', '/reports/aged-receivables', {}],
  ['receivable_overdue', '/sales/invoices', { status: 'overdue' }],
  ['vat_due', '/reports/vat-return', {}],
  ['sales_this_year', '/reports/sales-by-product', {}],
  ['gross_margin', '/reports/profit-and-loss', {}],
  ['inventory', '/reports/inventory-valuation', {}],
  ['payable', '/reports/aged-payables', {}],
  ['payable_overdue', '/purchases/bills', { status: 'overdue' }],
  ['days_sales_outstanding', '/reports/aged-receivables', {}],
] as const

/** The figures an owner looks for first. */
export function Figures({ home }: { home: Home }) {
  const { t } = useTranslation('reports')
  return (
    <ul className={classes.figures}>
      {figures.map(([name, to, search]) => (
        <li key={name}>
          <Link to={to} search={search as never} className={classes.figure}>
            <span className={classes.label}>{t(`home.figures.${name}`)}</span>
            <span className={classes.value}>
              <Value name={name} value={home[name]} />
            </span>
            {name === 'sales_this_month' && (
              <Change home={home} now={home[name]} before={home.sales_last_month_so_far} than="last_month" />
            )}
            {name === 'sales_this_year' && (
              <Change home={home} now={home[name]} before={home.sales_last_year_so_far} than="last_year" />
            )}
            {name === 'days_sales_outstanding' && home[name] !== null && (
              <span className={classes.formula}>{t('home.formula')}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Value({ name, value }: { name: (typeof figures)[number][0]; value: number | null }) {
  const { t } = useTranslation('reports')
  if (value === null) return '–'
  if (name === 'gross_margin') return <Num>{`${formatNumber(value, 1)}%`}</Num>
  if (name === 'days_sales_outstanding') return t('home.days', { count: value })
  return <OwnAmount value={value} />
}

/** By how much it grew or shrank; nothing is said where there is nothing to compare with. */
function Change({ home, now, before, than }: { home: Home; now: number; before: number; than: Than }) {
  const { t } = useTranslation('reports')
  if (before <= 0 || !isComparable(home, than)) return null
  const percent = Math.round(((now - before) / before) * 100)
  return (
    <span className={classes.change} data-down={percent < 0 || undefined}>
      <Num>{`${percent > 0 ? '+' : ''}${formatNumber(percent, 0)}%`}</Num> {t(`home.than.${than}`)}
    </span>
  )
}
