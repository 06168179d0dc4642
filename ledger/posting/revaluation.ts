import type { Account } from '../account.ts'
import { credit, debit, type Entry, entry } from '../entry.ts'
import { decimal, type Numeric, round } from '../money.ts'
import type { Side } from './side.ts'

export type ForeignBalance = {
  branch_id: number
  /** The open or held amount in the foreign currency. */
  amount: Numeric
  /** Its carrying amount, in base currency. */
  carried_base: Numeric
  closing_rate: Numeric
}

/**
 * Open foreign items at the closing rate (V21, V22; accounting rule 2.1-10), one balance per branch and currency; the poster
 * reverses the entry on the next day. Advances are not monetary and are never handed over.
 */
export function revaluationEntry(side: Side, balances: readonly ForeignBalance[], decimals = 2): Entry {
  return entry(
    balances.flatMap((balance) => {
      const rise = riseOf(balance, decimals)
      const rest = { branch_id: balance.branch_id }
      return rise.gt(0)
        ? [side.opens(side.revaluation, rise, rest), side.closes(side.onRise.unrealised, rise, rest)]
        : [side.closes(side.revaluation, rise.abs(), rest), side.opens(side.onFall.unrealised, rise.abs(), rest)]
    }),
  )
}

/** A foreign cash or bank account at the closing rate (V23): for good, and no foreign amount moves. */
export function cashRevaluationEntry(
  balance: ForeignBalance & { account: Account; currency_id: number },
  decimals = 2,
): Entry {
  const { account, branch_id, currency_id } = balance
  const rise = riseOf(balance, decimals)
  const rest = { branch_id, currency_id, amount_currency: 0 }
  return rise.gt(0)
    ? entry([debit(account, rise, rest), credit('FX_GAIN_U', rise, rest)])
    : entry([credit(account, rise.abs(), rest), debit('FX_LOSS_U', rise.abs(), rest)])
}

function riseOf({ amount, closing_rate, carried_base }: ForeignBalance, decimals: number) {
  return round(decimal(amount).times(decimal(closing_rate)), decimals).minus(decimal(carried_base))
}
