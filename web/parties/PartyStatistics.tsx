import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { partyStatistics } from '#contract/parties.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { Num } from '../ui/cells/Num.tsx'
import { Growth } from './Growth.tsx'
import classes from './PartyStatistics.module.css'

/** How many there are, how many are active, how many are new, and how that moved since last month. */
export function PartyStatistics({ side }: { side: Side }) {
  const { t } = useTranslation('parties')
  const { answer } = partyStatistics[side.name]
  const figures = useCallQuery(partyStatistics[side.name]).data as
    | Record<string, { value: number; growShrink: number }>
    | undefined
  return (
    <section className={classes.figures} aria-label={t('statistics.label')}>
      {Object.keys(answer.shape).map((name) => {
        const figure = figures?.[name]
        return (
          <div key={name} className={classes.figure}>
            <div className={classes.label}>{t(`statistics.${name}`)}</div>
            <div className={classes.line}>
              <span className={classes.value}>
                <Num>{figure ? formatNumber(figure.value, 0) : '–'}</Num>
              </span>
              {figure && <Growth value={figure.value} percent={figure.growShrink} />}
            </div>
          </div>
        )
      })}
    </section>
  )
}
