import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { Sparkline } from '../accounting-ui/charts/Sparkline.tsx'
import { useUser } from '../api/session.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { today } from '../ui/today.ts'
import { allOpen } from './agingFilter.ts'
import { Change } from './Change.tsx'
import classes from './Home.module.css'
import { type FigureAddress, HomeFigure, widestFigure } from './HomeFigure.tsx'

type Month = Home['months'][number]
const names = ['cash', 'receivable', 'sales_this_month', 'profit_this_month'] as const
const pastOf: Record<(typeof names)[number], (month: Month) => number> = {
  cash: ({ cash }) => cash,
  receivable: ({ receivable }) => receivable,
  sales_this_month: ({ sales }) => sales,
  profit_this_month: ({ income, expense }) => income - expense,
}

/** The four figures an owner looks for first, each with a line of its last twelve months and a link to its report. */
export function MainFigures({ home }: { home: Home }) {
  const { t } = useTranslation('reports')
  const to = today()
  const month = { from: monthStart(to), to }
  const addresses: Record<(typeof names)[number], FigureAddress> = {
    cash: ['/reports/account-statement', { line: 'cash', ...month }],
    receivable: ['/reports/open-receivables', allOpen],
    sales_this_month: ['/reports/sales-by-customer', month],
    profit_this_month: ['/reports/profit-and-loss', month],
  }
  const { currency } = useUser().organization
  const digits = widestFigure(
    names.map((name) => home[name]),
    currency,
  )
  return (
    <ul className={classes.main} style={{ '--digits': digits } as CSSProperties}>
      {names.map((name) => (
        <HomeFigure
          key={name}
          label={t(`home.figures.${name}`)}
          address={addresses[name]}
          value={<OwnAmount value={home[name]} />}
        >
          {name === 'sales_this_month' && (
            <Change home={home} now={home[name]} before={home.sales_last_month_so_far} than="last_month" />
          )}
          <span className={classes.past}>
            <Sparkline values={home.months.map(pastOf[name])} />
          </span>
        </HomeFigure>
      ))}
    </ul>
  )
}
