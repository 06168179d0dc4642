import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import { decimal, parseDecimal } from '#ledger/money.ts'
import { Num } from '../ui/cells/Num.tsx'
import type { LotRow } from './lotRow.ts'
import classes from './RowLots.module.css'

/** The lots of a row, one below the other; serial numbers have no quantity. */
export function StatedLots({ lots }: { lots: readonly LotRow[] }) {
  const { t } = useTranslation('common')
  return lots.map(({ number, expires_on, quantity }) => (
    <span key={number} className={classes.stated}>
      <bdi>{number}</bdi>
      {expires_on !== '' && (
        <>
          {' · '}
          {t('lot_until')} <Num>{expires_on}</Num>
        </>
      )}
      {quantity !== '1' && quantity !== '' && (
        <>
          {' · '}
          <Num>{formatPlain(decimal(parseDecimal(quantity) ?? '0'))}</Num>
        </>
      )}
    </span>
  ))
}
