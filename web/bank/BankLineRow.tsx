import type { BankLine } from '#contract/bank.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Bank.module.css'
import { LineText } from './LineText.tsx'

type BankLineRowProps = {
  line: BankLine
  currency: { decimals: number }
  ticked: boolean
  onTick: (on: boolean) => void
}

/** One line of the books; a press anywhere on it ticks it. */
export function BankLineRow({ line, currency, ticked, onTick }: BankLineRowProps) {
  return (
    <li>
      <label className={classes.row} data-ticked={ticked || undefined}>
        <input type="checkbox" checked={ticked} onChange={(event) => onTick(event.currentTarget.checked)} />
        <span className={classes.day}>
          <Num>{line.entry_date}</Num>
        </span>
        <LineText line={line} />
        <span className={classes.amount} data-out={line.amount < 0 || undefined}>
          <Num>{formatNumber(line.amount, currency.decimals)}</Num>
        </span>
      </label>
    </li>
  )
}
