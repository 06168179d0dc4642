import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reports } from '#contract/reports/reports.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { monthEnd } from '#ledger/calendar/calendar.ts'
import { MonthBars } from '../../accounting-ui/charts/MonthBars.tsx'
import { useCallQuery } from '../../api/useCallQuery.ts'
import { today } from '../../ui/today.ts'
import classes from './Charts.module.css'
import { useChartFigures } from './useChartFigures.ts'

const series = [
  ['net_sales', 'first'],
  ['cost', 'second'],
  ['net_profit', 'net'],
] as const

/** Sales, cost and profit of each month of the report, where it has more than one and is not split otherwise. */
export function ProfitMonths({ sheet }: { sheet: Sheet }) {
  const search = useSearch({ strict: false }) as Record<string, string>
  const { from, to } = sheet.period
  const isSplit = search.columns !== undefined && search.columns !== 'none' && search.columns !== 'month'
  if (isSplit || search.compare || !from || from.slice(0, 7) === to.slice(0, 7)) return null
  return <Months search={{ ...search, from, to, columns: 'month' }} />
}

function Months({ search }: { search: Record<string, string> }) {
  const { t } = useTranslation('reports')
  const answer = useCallQuery(reports.profitAndLoss.calls.show, search)
  const sheet = answer.data as Sheet | undefined
  const format = useChartFigures(sheet ?? { currency: null })
  const months = sheet?.columns.flatMap(({ key, query }) =>
    key.startsWith('from_') && query?.from ? [{ key, query }] : [],
  )
  // The figures below stay in place when the bars come.
  if (answer.isLoading) return <div className={classes.waiting} aria-hidden />
  if (!sheet || !months || months.length < 2 || months.length > 12) return null
  const figures = (row: string) => sheet.rows.find(({ key }) => key === row)?.figures ?? {}
  const rows = months.map(({ key, query }) => ({
    month: String(query.from).slice(0, 7),
    net_sales: figures('net_sales')[key] ?? 0,
    cost: figures('cost')[key] ?? 0,
    net_profit: figures('net_profit')[key] ?? 0,
  }))
  const addressOf = (month: string) => {
    const from = `${month}-01`
    return {
      to: '/reports/profit-and-loss',
      search: { ...without(search), from, to: [monthEnd(from), today()].sort()[0] as string },
    }
  }
  return (
    <div className={classes.chart}>
      <MonthBars
        months={rows}
        series={series.map(([name, tone]) => ({ name, tone, label: t(`lines.${name}`) }))}
        format={format}
        addressOf={addressOf}
        running={today().slice(0, 7)}
        runningLabel={t('home.so_far')}
      />
    </div>
  )
}

const without = ({ columns: _, ...rest }: Record<string, string>) => rest
