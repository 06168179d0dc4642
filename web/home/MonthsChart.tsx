import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { Home } from '#contract/reports.ts'
import { monthEnd } from '#ledger/calendar/calendar.ts'
import { type BarSeries, MonthBars } from '../accounting-ui/charts/MonthBars.tsx'
import { useUser } from '../api/session.ts'
import { today } from '../ui/today.ts'
import classes from './Home.module.css'

type Amount = 'income' | 'expense' | 'profit' | 'received' | 'paid'
const charts = {
  profit: [
    ['income', 'first'],
    ['expense', 'second'],
    ['profit', 'net'],
  ],
  cash: [
    ['received', 'first'],
    ['paid', 'second'],
  ],
} as const

/** Twelve months of revenue, cost and profit, or of money in and out. Each month opens the report of its figures. */
export function MonthsChart({ months }: { months: Home['months'] }) {
  const { t } = useTranslation('reports')
  const [chart, setChart] = useState<keyof typeof charts>('profit')
  const { decimals } = useUser().organization.currency
  const rows = months.map((month) => ({ ...month, profit: month.income - month.expense }))
  const series: BarSeries<Amount>[] = charts[chart].map(([name, tone]) => ({
    name,
    tone,
    label: t(`home.series.${name}`),
  }))
  const isEmpty = rows.every((row) => series.every(({ name }) => row[name] === 0))
  return (
    <section>
      <h2>
        {t(`home.months.${chart}`)}
        <SegmentedControl
          size="xs"
          aria-label={t('home.months.title')}
          value={chart}
          onChange={(value) => setChart(value as keyof typeof charts)}
          data={Object.keys(charts).map((name) => ({
            value: name,
            label: t(`home.charts.${name as keyof typeof charts}`),
          }))}
        />
      </h2>
      {isEmpty ? (
        <p className={classes.none}>{t(`home.nothing.${chart}`)}</p>
      ) : (
        <MonthBars
          months={rows}
          series={series}
          format={(value) => formatNumber(value, decimals)}
          addressOf={(month) => addressOf(chart, month)}
          running={today().slice(0, 7)}
          runningLabel={t('home.so_far')}
        />
      )}
    </section>
  )
}

function addressOf(chart: keyof typeof charts, month: string) {
  if (chart === 'profit') return { to: '/reports/profit-and-loss', search: daysOf(month) }
  const search = { line: 'cash', without: 'opening,own_transfer', hide_corrected: 'true', ...daysOf(month) }
  return { to: '/reports/account-statement', search }
}

/** A month up to today: a cheque of next week is no money yet. */
function daysOf(month: string): { from: string; to: string } {
  const from = `${month}-01`
  return { from, to: [monthEnd(from), today()].sort()[0] as string }
}
