import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { isolateBidi } from '../../i18n/isolateBidi.ts'
import { OpenLink } from '../../routes/OpenLink.tsx'
import classes from './MonthBars.module.css'
import { valueAxis } from './valueAxis.ts'

type Tone = 'first' | 'second' | 'net'
export type BarSeries<Name extends string> = { name: Name; label: string; tone: Tone }
type MonthBarsProps<Name extends string> = {
  /** `month` as 2026-03; `address` is the report that says the same figures. */
  months: readonly (Record<Name, number> & { month: string })[]
  series: readonly BarSeries<Name>[]
  /** An amount as a user reads it. */
  format: (value: number) => string
  addressOf: (month: string) => { to: string; search: Record<string, string> }
  /** The month of today: its figures are not final. */
  running: string
  runningLabel: string
}

/**
 * Amounts by month as bars, in the reading direction of the page. Each month is a link that names its figures; hovering or
 * focusing shows them. A negative amount hangs below the zero line.
 */
export function MonthBars<Name extends string>(props: MonthBarsProps<Name>) {
  const { months, series, format, addressOf, running, runningLabel } = props
  const { i18n } = useTranslation()
  const arabic = i18n.language === 'ar'
  const values = months.flatMap((month) => series.map(({ name }) => month[name] as number))
  const axis = valueAxis(Math.max(0, ...values), Math.min(0, ...values))
  const [low, high] = [axis[0] ?? 0, axis.at(-1) ?? 1]
  const share = (value: number) => (value / (high - low)) * 100
  const short = new Intl.NumberFormat(arabic ? 'ar-SA-u-nu-latn' : 'en', { notation: 'compact' })
  const monthName = new Intl.DateTimeFormat(arabic ? 'ar-SA-u-ca-gregory-nu-latn' : 'en', {
    month: 'short',
    timeZone: 'UTC',
  })
  return (
    <figure className={classes.chart}>
      <div className={classes.bars} style={{ '--zero': `${share(-low)}%` } as CSSProperties}>
        <div className={classes.axis} aria-hidden>
          {axis.map((value) => (
            <span key={value} style={{ insetBlockEnd: `${share(value - low)}%` }} data-zero={value === 0 || undefined}>
              <b>{isolateBidi(short.format(value).replace('\u061c', ''))}</b>
            </span>
          ))}
        </div>
        {months.map((month) => (
          <OpenLink key={month.month} {...addressOf(month.month)} className={classes.month} plain={classes.month}>
            <span className={classes.pair}>
              {series.map(({ name, tone }) => (
                <span key={name} className={classes.slot}>
                  <i
                    className={classes[tone]}
                    data-below={month[name] < 0 || undefined}
                    data-running={month.month === running || undefined}
                    style={{ blockSize: `${Math.abs(share(month[name]))}%` }}
                  />
                </span>
              ))}
            </span>
            <span className={classes.name}>{monthName.format(new Date(`${month.month}-01T00:00:00Z`))}</span>
            <span className={classes.figures}>
              {month.month === running && <em>{runningLabel}</em>}
              {series.map(({ name, label }) => (
                <span key={name}>
                  <span>{label}</span> <bdi dir="ltr">{format(month[name])}</bdi>
                </span>
              ))}
            </span>
          </OpenLink>
        ))}
      </div>
      <figcaption className={classes.legend}>
        {series.map(({ name, label, tone }) => (
          <span key={name}>
            <i className={classes[tone]} aria-hidden />
            {label}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
