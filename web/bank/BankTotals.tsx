import { useTranslation } from 'react-i18next'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Bank.module.css'
import type { BankFigures } from './bankFigures.ts'
import type { BankSheetAnswer } from './useBankSheet.ts'

type BankTotalsProps = { sheet: BankSheetAnswer; figures: BankFigures; count: number }

/** How far the balance of the bank is explained; it stays in sight while lines are ticked. */
export function BankTotals({ sheet, figures, count }: BankTotalsProps) {
  const { t } = useTranslation('bank')
  const { currency, opening_balance, opening_date, book_balance, through } = sheet
  const { difference } = figures
  const rows = [
    ['opening', opening_balance],
    ['in', figures.in],
    ['out', figures.out],
    ['matched', figures.matched],
  ] as const
  return (
    <section className={classes.totals} aria-live="polite">
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>
              {t(`totals.${name}`)} {name === 'opening' && opening_date && <Num>{opening_date}</Num>}
            </dt>
            <dd>
              <Amount value={value} currency={currency} />
            </dd>
          </div>
        ))}
        <div className={classes.difference} data-off={(difference && !difference.eq(0)) || undefined}>
          <dt>{t('totals.difference')}</dt>
          <dd>{difference ? <Amount value={difference} currency={currency} /> : '—'}</dd>
        </div>
        <div>
          <dt>{t('totals.book')}</dt>
          <dd>
            <Amount value={book_balance} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className={classes.hint}>
        <bdi>{t('totals.count', { count })}</bdi>
      </p>
      {through && (
        <p className={classes.hint}>
          <bdi>{t('totals.through', { count: through.count })}</bdi>
        </p>
      )}
      {difference?.eq(0) && <p className={classes.done}>{t('totals.explained')}</p>}
    </section>
  )
}
