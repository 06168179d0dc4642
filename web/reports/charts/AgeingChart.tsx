import { useTranslation } from 'react-i18next'
import { openParts } from '#contract/reports/filters.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { AgeMark, AgeStack } from '../../accounting-ui/charts/AgeStack.tsx'
import { OpenLink } from '../../routes/OpenLink.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import { sheetLink } from '../sheet/sheetLink.ts'
import classes from './Charts.module.css'
import { useChartFigures } from './useChartFigures.ts'

const buckets = openParts.filter((part) => part !== 'advances')

/** All open items as one bar, from not due to the oldest; each part leads to its items. */
export function AgeingChart({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('reports')
  const format = useChartFigures(sheet)
  const total = sheet.rows.find(({ key }) => key === 'total')
  const parts = buckets
    .map((bucket) => ({ bucket, amount: total?.figures[bucket] ?? 0 }))
    .filter(({ amount }) => amount > 0)
  if (!total || parts.length === 0) return null
  const whole = parts.reduce((all, { amount }) => all + amount, 0)
  return (
    <figure className={classes.chart}>
      <AgeStack parts={parts.map(({ bucket, amount }) => ({ age: bucket, amount }))} />
      <figcaption className={classes.legend}>
        {parts.map(({ bucket, amount }) => {
          const column = sheet.columns.find(({ key }) => key === bucket)
          const address = total.link && sheetLink(total.link, column?.query ?? {})
          const words = (
            <>
              <AgeMark age={bucket} />
              <bdi>{t(`columns.${bucket}`)}</bdi> <Num>{format(amount)}</Num>{' '}
              <Num>{`${Math.round((amount / whole) * 100)}%`}</Num>
            </>
          )
          return address ? (
            <OpenLink key={bucket} {...address} className={classes.part} plain={classes.part}>
              {words}
            </OpenLink>
          ) : (
            <span key={bucket} className={classes.part}>
              {words}
            </span>
          )
        })}
      </figcaption>
    </figure>
  )
}
