import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import IconDown from '~icons/tabler/trending-down'
import IconUp from '~icons/tabler/trending-up'
import classes from './Growth.module.css'

/** A change in percent: an arrow and a figure for the eye, a sentence for the ear. */
export function Growth({ percent }: { percent: number }) {
  const { t } = useTranslation('parties')
  const shown = `${formatPlain(Math.abs(percent))}%`
  const direction = percent > 0 ? 'grew' : percent < 0 ? 'shrank' : 'same'
  return (
    <span className={classes.growth} data-direction={direction}>
      <VisuallyHidden>{t(`statistics.${direction}`, { percent: shown })}</VisuallyHidden>
      {direction === 'grew' && <IconUp aria-hidden />}
      {direction === 'shrank' && <IconDown aria-hidden />}
      <bdi className="num" aria-hidden>
        {shown}
      </bdi>
      <span className={classes.versus} aria-hidden>
        {t('statistics.versus')}
      </span>
    </span>
  )
}
