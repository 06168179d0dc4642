import type { ReactNode } from 'react'
import type { FormattableNumber } from '#contract/paper/format-number.ts'
import { Amount } from '../cells/Amount.tsx'
import classes from './Paper.module.css'

type Currency = { code: string; decimals: number }
type PaperTotalsProps = {
  currency: Currency
  /** In the order of the paper; grand totals are ruled off, and one may be in another currency. */
  totals: readonly {
    key: string | number
    label: ReactNode
    value: FormattableNumber
    grand?: boolean
    currency?: Currency
  }[]
  /** Next to them: the QR code and the notes. */
  children: ReactNode
}

/** The foot of a paper: its notes at the start, what it comes to at the end. */
export function PaperTotals({ currency, totals, children }: PaperTotalsProps) {
  return (
    <footer className={classes.foot}>
      <div className={classes.notes}>{children}</div>
      <dl className={classes.totals}>
        {totals.map(({ key, label, value, grand, currency: own = currency }) => (
          <div key={key} className={grand ? classes.grand : undefined}>
            <dt>{label}</dt>
            <dd>
              <Amount value={value} currency={own} />
            </dd>
          </div>
        ))}
      </dl>
    </footer>
  )
}
