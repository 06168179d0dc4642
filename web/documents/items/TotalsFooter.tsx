import { useTranslation } from 'react-i18next'
import { documentTotals } from '#ledger/totals.ts'
import { Amount } from '../../ui/cells/Amount.tsx'
import classes from './DocumentItems.module.css'
import { reckoned } from './itemColumns.tsx'
import type { ItemRow } from './itemRow.ts'

type TotalsFooterProps = { rows: readonly ItemRow[]; currency?: { code: string; decimals: number } }

/** Subtotal, tax and total by the very function the server uses, so nothing jumps after saving. */
export function TotalsFooter({ rows, currency }: TotalsFooterProps) {
  const { t } = useTranslation('documents')
  const totals = totalsOf(rows, currency?.decimals)
  const amounts = [
    ['subtotal', totals.subtotal],
    ['tax', totals.tax],
    ['total', totals.total],
  ] as const
  return (
    <dl className={classes.totals} aria-live="polite">
      {amounts.map(([name, amount]) => (
        <Pair key={name} label={t(`totals.${name}`)} className={name === 'total' ? classes.grand : undefined}>
          <Amount value={amount} currency={currency} />
        </Pair>
      ))}
    </dl>
  )
}

export function totalsOf(rows: readonly ItemRow[], decimals = 2) {
  const lines = rows.map(reckoned).filter((line) => line !== null)
  return documentTotals({ lines, decimals })
}

function Pair({ label, className, children }: { label: string; className?: string; children: React.ReactNode }) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
