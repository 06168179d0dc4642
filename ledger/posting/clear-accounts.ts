import type { Account } from '../account.ts'
import { credit, debit, type Entry, entry } from '../entry.ts'
import { type Decimal, decimal, type Numeric, sum } from '../money.ts'

/** The balance of an account in a branch: debit − credit, in base currency. */
export type BranchBalance = { account: Account; branch_id: number; balance: Numeric }

/** Closing a year (V47, V48): each branch's profit and loss accounts into its retained earnings. V49 reverses it. */
export function yearCloseEntry(balances: readonly BranchBalance[]): Entry {
  return clearAccounts(balances, 'RETAINED')
}

/**
 * Filing a return (V43, V44): the period's VAT accounts into the settlement with the authority, per branch. Paying it
 * is an ordinary journal entry.
 */
export function vatSettlementEntry(balances: readonly BranchBalance[]): Entry {
  return clearAccounts(balances, 'VAT_SETTLE')
}

/** Empties the opening clearing account (V52): what is capital to capital, the rest to retained earnings. */
export function clearOpeningEntry(branch_id: number, balance: Numeric, capital: Numeric): Entry {
  const toCapital = credit('CAPITAL', capital, { branch_id })
  const cleared = put('OPEN_EQ', decimal(balance).neg(), branch_id)
  const rest = put('RETAINED', decimal(balance).plus(decimal(capital)), branch_id)
  return entry([cleared, toCapital, rest])
}

function clearAccounts(balances: readonly BranchBalance[], into: Account): Entry {
  const branches = Map.groupBy(balances, ({ branch_id }) => branch_id)
  const cleared = balances.map(({ account, branch_id, balance }) => put(account, decimal(balance).neg(), branch_id))
  const taken = [...branches].map(([branch_id, own]) => put(into, sum(own.map(({ balance }) => balance)), branch_id))
  return entry([...cleared, ...taken])
}

/** A signed amount on the side its sign says. */
function put(account: Account, amount: Decimal, branch_id: number) {
  return amount.gt(0) ? debit(account, amount, { branch_id }) : credit(account, amount.abs(), { branch_id })
}
