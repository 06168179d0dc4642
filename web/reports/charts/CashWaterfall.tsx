import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import { Num } from '../../ui/cells/Num.tsx'
import classes from './Charts.module.css'
import { useChartFigures } from './useChartFigures.ts'
import { waterfallSteps } from './waterfallSteps.ts'

/** From the opening to the closing balance of cash, step by step: what each kind of activity brought or took. */
export function CashWaterfall({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('reports')
  const format = useChartFigures(sheet)
  const column = sheet.columns.find(({ kind }) => kind === 'amount')?.key
  const amounts = new Map(sheet.rows.map(({ key, figures }) => [key, (column && figures[column]) || 0]))
  const { steps, low, high } = waterfallSteps(amounts)
  if (high === low) return null
  const share = (value: number) => ((value - low) / (high - low)) * 100
  return (
    <figure className={classes.chart}>
      <ol className={classes.waterfall} style={{ '--zero': `${share(0)}%` } as CSSProperties}>
        {steps.map(({ name, amount, from, to, isBalance }) => (
          <li key={name}>
            <span className={classes.column}>
              <i
                data-kind={isBalance ? 'balance' : amount < 0 ? 'less' : 'more'}
                style={{
                  insetBlockEnd: `${share(Math.min(from, to))}%`,
                  blockSize: `max(2px, ${share(Math.max(from, to)) - share(Math.min(from, to))}%)`,
                }}
                aria-hidden
              />
            </span>
            <Num>{format(amount)}</Num>
            <span className={classes.name}>{t(`chart.${name}`)}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
