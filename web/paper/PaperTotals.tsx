import type { ReactNode } from 'react'
import { Amount } from '../kit/cells/Amount.tsx'
import classes from './Paper.module.css'

type PaperTotalsProps = {
  currency: { code: string; decimals: number }
  /** In the order of the paper; the grand ones are ruled off. */
  totals: readonly { key: string | number; label: ReactNode; value: number; grand?: boolean }[]
  /** Beside them: the code the law wants, the notes. */
  children: ReactNode
}

/** The foot of a paper: its notes at the start, what it comes to at the end. */
export function PaperTotals({ currency, totals, children }: PaperTotalsProps) {
  return (
    <footer className={classes.foot}>
      <div className={classes.notes}>{children}</div>
      <dl className={classes.totals}>
        {totals.map(({ key, label, value, grand }) => (
          <div key={key} className={grand ? classes.grand : undefined}>
            <dt>{label}</dt>
            <dd>
              <Amount value={value} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </footer>
  )
}
