import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Decimal } from '#ledger/money.ts'
import IconUnequal from '~icons/tabler/alert-triangle'
import IconEqual from '~icons/tabler/circle-check'
import { Amount } from '../ui/cells/Amount.tsx'
import classes from './Journal.module.css'
import type { JournalLine } from './journalLine.ts'
import { journalTotals } from './journalTotals.ts'

type JournalTotalsProps = { rows: readonly JournalLine[]; currency?: { code: string; decimals: number } }

/** Both sides and their difference: green at zero, red otherwise, and said by a sign as well. */
export function JournalTotals({ rows, currency }: JournalTotalsProps) {
  const { t } = useTranslation('journal')
  const { debit, credit, difference } = journalTotals(rows)
  const balanced = difference.eq(0)
  return (
    <dl className={classes.totals} aria-live="polite">
      <Total label={t('totals.debit')} summed>
        {draw(debit)}
      </Total>
      <Total label={t('totals.credit')} summed>
        {draw(credit)}
      </Total>
      <Total label={t('totals.difference')} standing={balanced ? 'balanced' : 'unbalanced'}>
        {balanced ? <IconEqual aria-hidden /> : <IconUnequal aria-hidden />}
        {draw(difference)}
        <span className="spoken">{t(balanced ? 'totals.balanced' : 'totals.unbalanced')}</span>
      </Total>
    </dl>
  )

  function draw(amount: Decimal) {
    return <Amount value={amount} currency={currency} />
  }
}

type TotalProps = {
  label: string
  standing?: 'balanced' | 'unbalanced'
  /** The table has it below its column where it is wide enough. */
  summed?: true
  children: ReactNode
}
function Total({ label, standing, summed, children }: TotalProps) {
  return (
    <div className={`${classes.total} ${summed ? classes.summed : ''}`} data-standing={standing}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
