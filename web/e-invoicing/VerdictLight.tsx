import { useTranslation } from 'react-i18next'
import type { Verdict } from '#contract/e-invoice/verdict.ts'
import { substitute } from '#contract/paper/printable-text.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import classes from './EInvoicing.module.css'

const colors = { green: 'green', amber: 'yellow', red: 'red' }

type VerdictLightProps = Pick<Verdict, 'light'> & { substituted: readonly string[] }

/** The light of a verdict with its sentence, and the characters that the paper cannot show. */
export function VerdictLight({ light, substituted }: VerdictLightProps) {
  const { t } = useTranslation('eInvoice')
  return (
    <>
      <StatusDot status={light} color={colors[light]} label={t(`light.${light}`)} />
      {substituted.length > 0 && (
        <p className={classes.hint}>
          {t('substituted', { substitute })} <bdi>{substituted.join(' ')}</bdi>
        </p>
      )}
    </>
  )
}
