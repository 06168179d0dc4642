import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { useUser } from '../api/session.ts'
import { formatNumber } from '../kit/cells/formatNumber.ts'
import classes from './MonthsChart.module.css'
import { valueAxis } from './valueAxis.ts'

const series = ['received', 'paid'] as const

/** Money in and out, month by month, in the reading direction of the page; the table beneath says it in figures. */
export function MonthsChart({ months }: { months: Home['months'] }) {
  const { t, i18n } = useTranslation('reports')
  const { decimals } = useUser().organization.currency
  const axis = valueAxis(Math.max(0, ...months.flatMap((month) => series.map((name) => month[name]))))
  const highest = axis.at(-1) ?? 1
  const short = new Intl.NumberFormat(i18n.language === 'ar' ? 'ar-SA-u-nu-latn' : 'en', { notation: 'compact' })
  const monthName = new Intl.DateTimeFormat(i18n.language === 'ar' ? 'ar-SA-u-ca-gregory-nu-latn' : 'en', {
    month: 'short',
    timeZone: 'UTC',
  })
  return (
    <figure className={classes.chart}>
      <div className={classes.bars} aria-hidden>
        <div className={classes.axis}>
          {axis.map((value) => (
            <span key={value} style={{ insetBlockEnd: `${(value / highest) * 100}%` }}>
              <b>{short.format(value)}</b>
            </span>
          ))}
        </div>
        {months.map((month) => (
          <div key={month.month} className={classes.month}>
            <div className={classes.pair}>
              {series.map((name) => (
                <span
                  key={name}
                  className={classes[name]}
                  style={{ blockSize: `${(month[name] / highest) * 100}%` }}
                  title={`${t(`home.series.${name}`)} ${formatNumber(month[name], decimals)}`}
                />
              ))}
            </div>
            <span className={classes.name}>{monthName.format(new Date(`${month.month}-01T00:00:00Z`))}</span>
          </div>
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
      <table className={classes.spoken}>
        <caption>{t('home.months')}</caption>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{month.month}</th>
              {series.map((name) => (
                <td key={name}>
                  {t(`home.series.${name}`)} {formatNumber(month[name], decimals)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
