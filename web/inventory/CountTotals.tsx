import { useTranslation } from 'react-i18next'
import type { Decimal } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import classes from './Counts.module.css'
import { countTotals } from './countFigures.ts'

type CountTotalsProps = { values: readonly Decimal[]; counted?: number; total?: number }

/** The progress of the count, and its total. */
export function CountTotals({ values, counted, total }: CountTotalsProps) {
  const { t } = useTranslation('catalog')
  const { currency } = useUser().organization
  const { loss, gain, net } = countTotals(values)
  return (
    <div className={classes.below}>
      <bdi className={classes.hint}>{total !== undefined && t('counts.progress', { counted, total })}</bdi>
      <dl className={classes.totals} aria-live="polite">
        {(
          [
            ['loss', loss],
            ['gain', gain],
            ['net', net],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`counts.${name}`)}</dt>
            <dd>
              <Amount value={value} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
