import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { Home } from '#contract/reports.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { Sparkline } from '../accounting-ui/charts/Sparkline.tsx'
import { useUser } from '../api/session.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { today } from '../ui/today.ts'
import { allOpen } from './agingFilter.ts'
import { Change } from './Change.tsx'
import classes from './Home.module.css'

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
  const addresses: Record<(typeof names)[number], [to: string, search: Record<string, string>]> = {
    cash: ['/reports/account-statement', { line: 'cash', ...month }],
    receivable: ['/reports/open-receivables', allOpen],
    sales_this_month: ['/reports/sales-by-customer', month],
    profit_this_month: ['/reports/profit-and-loss', month],
  }
  const { code, decimals } = useUser().organization.currency
  // A code takes the room of two digits more than the riyal's sign.
  const sign = code === 'SAR' ? 0 : 2
  const digits = sign + Math.max(...names.map((name) => formatNumber(home[name], decimals).length))
  return (
    <ul className={classes.main} style={{ '--digits': digits } as CSSProperties}>
      {names.map((name) => (
        <li key={name}>
          <OpenLink
            to={addresses[name][0]}
            search={addresses[name][1]}
            className={classes.figure}
            plain={classes.figure}
          >
            <span className={classes.label}>{t(`home.figures.${name}`)}</span>
            <span className={classes.value}>
              <OwnAmount value={home[name]} />
            </span>
            {name === 'sales_this_month' && (
              <Change home={home} now={home[name]} before={home.sales_last_month_so_far} than="last_month" />
            )}
            <span className={classes.past}>
              <Sparkline values={home.months.map(pastOf[name])} />
            </span>
          </OpenLink>
        </li>
      ))}
    </ul>
  )
}
