import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { Home } from '#contract/reports.ts'
import { useUser } from '../api/session.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { today } from '../ui/today.ts'
import { allOpen, late } from './agingFilter.ts'
import { Change } from './Change.tsx'
import classes from './Home.module.css'
import { type FigureAddress, HomeFigure, widestFigure } from './HomeFigure.tsx'

const names = [
  ...(['receivable_overdue', 'payable', 'payable_overdue', 'vat_due'] as const),
  ...(['sales_this_year', 'gross_margin', 'inventory', 'days_sales_outstanding'] as const),
]

/** The report of the same figure for the same days. */
function addressesOf(home: Home): Record<(typeof names)[number], FigureAddress> {
  const to = today()
  const year = { from: home.year_since, to }
  return {
    receivable_overdue: ['/reports/open-receivables', late],
    vat_due: ['/reports/vat-return', home.vat_since ? { from: home.vat_since, to } : {}],
    sales_this_year: ['/reports/sales-by-product', year],
    gross_margin: ['/reports/profit-and-loss', year],
    inventory: ['/reports/inventory-valuation', {}],
    payable: ['/reports/open-payables', allOpen],
    payable_overdue: ['/reports/open-payables', late],
    days_sales_outstanding: ['/reports/aged-receivables', {}],
  }
}

/** The smaller figures below the main ones. */
export function Figures({ home }: { home: Home }) {
  const { t } = useTranslation('reports')
  const addresses = addressesOf(home)
  const { currency } = useUser().organization
  const digits = widestFigure(
    names.map((name) => home[name]),
    currency,
  )
  return (
    <ul className={classes.figures} style={{ '--digits': digits } as CSSProperties}>
      {names.map((name) => (
        <HomeFigure
          key={name}
          label={t(`home.figures.${name}`)}
          {...(name === 'days_sales_outstanding' && { formula: t('home.formula') })}
          address={addresses[name]}
          value={<Value name={name} value={home[name]} />}
        >
          {name === 'sales_this_year' && (
            <Change home={home} now={home[name]} before={home.sales_last_year_so_far} than="last_year" />
          )}
          {name === 'vat_due' && home[name] < 0 && <span className={classes.formula}>{t('home.vat_credit')}</span>}
        </HomeFigure>
      ))}
    </ul>
  )
}

function Value({ name, value }: { name: (typeof names)[number]; value: number | null }) {
  const { t } = useTranslation('reports')
  if (value === null) return '–'
  if (name === 'gross_margin') return <Num>{`${formatNumber(value, 1)}%`}</Num>
  if (name === 'days_sales_outstanding') return <bdi>{t('home.days', { count: value })}</bdi>
  return <OwnAmount value={value} />
}
