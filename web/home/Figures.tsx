import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { Amount } from '../kit/cells/Amount.tsx'
import classes from './Home.module.css'

const figures = [
  ['sales_this_month', '/sales/invoices', {}],
  ['receivable', '/sales/invoices', {}],
  ['receivable_overdue', '/sales/invoices', { status: 'overdue' }],
  ['cash', '/reports/trial-balance', {}],
  ['vat_due', '/reports/vat-return', {}],
  ['profit_this_month', '/reports/profit-and-loss', { columns: 'month' }],
] as const

/** The six figures an owner looks for first. */
export function Figures({ home }: { home: Home }) {
  const { t } = useTranslation('reports')
  return (
    <ul className={classes.figures}>
      {figures.map(([name, to, search]) => (
        <li key={name}>
          <Link to={to} search={search as never} className={classes.figure}>
            <span className={classes.label}>{t(`home.figures.${name}`)}</span>
            <span className={classes.value}>
              <Amount value={home[name]} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
