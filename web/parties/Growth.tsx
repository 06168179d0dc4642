import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import IconDown from '~icons/tabler/trending-down'
import IconUp from '~icons/tabler/trending-up'
import classes from './Growth.module.css'

/** Percents of fewer say nothing: one customer more than one is no growth of 100 %. */
const fewest = 10

type GrowthProps = { value: number; percent: number }

/** A change in percent: an arrow and a figure for the eye, a sentence for the ear. Of a few only the direction. */
export function Growth({ value, percent }: GrowthProps) {
  const { t } = useTranslation('parties')
  const direction = percent > 0 ? 'grew' : percent < 0 ? 'shrank' : 'same'
  const isFew = percent !== 0 && previousOf(value, percent) < fewest
  const shown = `${formatPlain(Math.abs(percent))}%`
  const words = isFew ? t(`statistics.few.${direction}`) : t(`statistics.${direction}`, { percent: shown })
  return (
    <span className={classes.growth} data-direction={direction}>
      <VisuallyHidden>{words}</VisuallyHidden>
      {direction === 'grew' && <IconUp aria-hidden />}
      {direction === 'shrank' && <IconDown aria-hidden />}
      {!isFew && (
        <bdi className="num" aria-hidden>
          {shown}
        </bdi>
      )}
      <span className={classes.versus} aria-hidden>
        {isFew ? words : t('statistics.versus')}
      </span>
    </span>
  )
}

/** A count that fell to nothing has no previous one in its percent: it counts as few. */
const previousOf = (value: number, percent: number) => (percent <= -100 ? 0 : (value * 100) / (100 + percent))
