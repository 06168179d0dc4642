import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import { monthEnd } from '#ledger/calendar/calendar.ts'
import { MonthBars } from '../accounting-ui/charts/MonthBars.tsx'
import { useUser } from '../api/session.ts'
import { today } from '../ui/today.ts'
import classes from './Overview.module.css'

type RecordMonthsProps = {
  months: readonly { month: string; value: number }[]
  /** What a bar says: "net sales". */
  name: string
  /** The report of a month, by its first and last day. */
  to: string
  search: Record<string, string>
  none: string
}

/** Twelve months of a record, each with the way to its rows; a sentence where nothing moved. */
export function RecordMonths({ months, name, to, search, none }: RecordMonthsProps) {
  const { t } = useTranslation('overview')
  const { decimals } = useUser().organization.currency
  if (months.every(({ value }) => value === 0)) return <p className={classes.none}>{none}</p>
  return (
    <MonthBars
      months={months}
      series={[{ name: 'value', label: name, tone: 'first' }]}
      format={(value) => formatNumber(value, decimals)}
      addressOf={(month) => ({ to, search: { ...search, from: `${month}-01`, to: monthEnd(`${month}-01`) } })}
      running={today().slice(0, 7)}
      runningLabel={t('running')}
    />
  )
}
