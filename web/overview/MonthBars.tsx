import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import { monthEnd } from '#ledger/calendar/calendar.ts'
import { useUser } from '../api/session.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import classes from './Overview.module.css'

type MonthBarsProps = {
  months: readonly { month: string; value: number }[]
  /** What a bar says: "net sales". */
  name: string
  /** The report of a month, by its first and last day. */
  to: string
  search: Record<string, string>
  none: string
}

/** Twelve months as bars in the reading direction; each says its figure and opens its rows. Below zero a bar hangs. */
export function MonthBars({ months, name, to, search, none }: MonthBarsProps) {
  const { i18n } = useTranslation('overview')
  const { decimals } = useUser().organization.currency
  const highest = Math.max(0, ...months.map(({ value }) => value))
  const lowest = Math.min(0, ...months.map(({ value }) => value))
  const span = highest - lowest
  const monthName = new Intl.DateTimeFormat(i18n.language === 'ar' ? 'ar-SA-u-ca-gregory-nu-latn' : 'en', {
    month: 'short',
    timeZone: 'UTC',
  })
  if (span === 0) return <p className={classes.none}>{none}</p>
  return (
    <div className={classes.months}>
      {months.map(({ month, value }) => (
        <OpenLink
          key={month}
          to={to}
          search={{ ...search, from: `${month}-01`, to: monthEnd(`${month}-01`) }}
          className={classes.month}
          plain={classes.month}
        >
          <span className={classes.tip} aria-hidden>
            <bdi className="num">{formatNumber(value, decimals)}</bdi>
          </span>
          <span className={classes.plot} aria-hidden>
            <span
              data-below={value < 0 || undefined}
              style={{
                blockSize: `${(Math.abs(value) / span) * 100}%`,
                insetBlockEnd: `${((Math.min(value, 0) - lowest) / span) * 100}%`,
              }}
            />
          </span>
          <span className={classes.monthName}>{monthName.format(new Date(`${month}-01T00:00:00Z`))}</span>
          <span className="spoken">{` ${name} ${formatNumber(value, decimals)}`}</span>
        </OpenLink>
      ))}
    </div>
  )
}
