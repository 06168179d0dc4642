import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { Home } from '#contract/reports.ts'
import { monthEnd } from '#ledger/calendar/calendar.ts'
import { useUser } from '../api/session.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { today } from '../ui/today.ts'
import classes from './MonthsChart.module.css'
import { valueAxis } from './valueAxis.ts'

const series = ['received', 'paid'] as const

/** Money in and out, month by month, in the reading direction of the page; each says its figures and opens what cash moved by in it. */
export function MonthsChart({ months }: { months: Home['months'] }) {
  const { t, i18n } = useTranslation('reports')
  const { decimals } = useUser().organization.currency
  const most = Math.max(0, ...months.flatMap((month) => series.map((name) => month[name])))
  const axis = valueAxis(most)
  const highest = axis.at(-1) ?? 1
  const short = new Intl.NumberFormat(i18n.language === 'ar' ? 'ar-SA-u-nu-latn' : 'en', { notation: 'compact' })
  const monthName = new Intl.DateTimeFormat(i18n.language === 'ar' ? 'ar-SA-u-ca-gregory-nu-latn' : 'en', {
    month: 'short',
    timeZone: 'UTC',
  })
  if (most === 0) return <p className={classes.none}>{t('home.no_money')}</p>
  return (
    <figure className={classes.chart}>
      <div className={classes.bars}>
        <div className={classes.axis} aria-hidden>
          {axis.map((value) => (
            <span key={value} style={{ insetBlockEnd: `${(value / highest) * 100}%` }}>
              <b>{short.format(value)}</b>
            </span>
          ))}
        </div>
        {months.map((month) => (
          <OpenLink
            key={month.month}
            to="/reports/account-statement"
            search={{ line: 'cash', without: 'opening,own_transfer', hide_corrected: 'true', ...daysOf(month.month) }}
            className={classes.month}
            plain={classes.month}
          >
            <span className={classes.pair}>
              {series.map((name) => (
                <span
                  key={name}
                  className={classes[name]}
                  style={{ blockSize: `${(month[name] / highest) * 100}%` }}
                  title={`${t(`home.series.${name}`)} ${formatNumber(month[name], decimals)}`}
                />
              ))}
            </span>
            <span className={classes.name}>{monthName.format(new Date(`${month.month}-01T00:00:00Z`))}</span>
            <span className={classes.spoken}>
              {series.map((name) => `${t(`home.series.${name}`)} ${formatNumber(month[name], decimals)}`).join(' · ')}
            </span>
          </OpenLink>
        ))}
      </div>
      <figcaption className={classes.legend}>
        {series.map((name) => (
          <span key={name}>
            <i className={classes[name]} aria-hidden />
            {t(`home.series.${name}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** A month up to today: a cheque of next week is no money yet. */
function daysOf(month: string): { from: string; to: string } {
  const from = `${month}-01`
  return { from, to: [monthEnd(from), today()].sort()[0] as string }
}
