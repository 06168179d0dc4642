import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { Home } from '#contract/reports.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Home.module.css'
import { isComparable, type Than } from './isComparable.ts'

/** By how much a figure grew or shrank; empty where there is nothing to compare with. */
export function Change({ home, now, before, than }: { home: Home; now: number; before: number; than: Than }) {
  const { t } = useTranslation('reports')
  if (before <= 0 || !isComparable(home, than)) return null
  const percent = Math.round(((now - before) / before) * 100)
  return (
    <span className={classes.change} data-down={percent < 0 || undefined}>
      <BidiText>
        <Num>{`${percent > 0 ? '+' : ''}${formatNumber(percent, 0)}%`}</Num> {t(`home.than.${than}`)}
      </BidiText>
    </span>
  )
}
