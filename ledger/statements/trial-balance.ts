import { type Decimal, decimal, type Numeric, sum, zero } from '../money.ts'
import { ancestry, byNumber, rollUp } from './chart-tree.ts'

export type TrialBalanceAccount = {
  id: number
  number: string
  name: string
  name_en: string | null
  type: 'category' | 'main' | 'sub'
  parent_id: number | null
}

/** One account's sums; `opening` is debit − credit before the range, by the account's own rule (accounting rule 5.1). */
export type AccountSums = { account_id: number; opening: Numeric; debit: Numeric; credit: Numeric }

export type TrialBalanceInput = {
  accounts: readonly TrialBalanceAccount[]
  sums: readonly AccountSums[]
  /** Debit − credit of all profit and loss accounts before the year of the range, closing entries included. */
  prior_years: Numeric
  /** Down to which level rows are shown; 1 are the categories. */
  deepest?: number
}

/** Opening and closing stand on one side each; movements are the plain sums. */
export type Columns = {
  opening_debit: Decimal
  opening_credit: Decimal
  debit: Decimal
  credit: Decimal
  closing_debit: Decimal
  closing_credit: Decimal
}
export type TrialBalanceRow = TrialBalanceAccount & Columns & { level: number }
export type TrialBalance = {
  /** By account number, parents before their children; a parent shows the net of everything below it. */
  rows: TrialBalanceRow[]
  /** The virtual row "prior years' unclosed profit": earnings no closing entry has moved to equity yet. */
  prior_years: Columns
  /** Over the lowest rows that are shown, sub accounts or what they are folded into, and the virtual row: both sides agree in every pair. */
  totals: Columns
}

/** The trial balance of accounting rule 5.1. Throws on sums of an account that is not in the chart. */
export function trialBalance({ accounts, sums, prior_years, deepest = Infinity }: TrialBalanceInput): TrialBalance {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const totalsById = rollUp(
    byId,
    sums.map(({ account_id, opening, debit, credit }) => ({ account_id, figures: [opening, debit, credit] })),
  )
  const rows = accounts
    .map((account) => ({
      ...account,
      level: ancestry(byId, account.id).length,
      ...columns(totalsById.get(account.id) ?? []),
    }))
    .sort(byNumber)
  const prior = columns([decimal(prior_years)])
  const lowest = rows.filter(({ type, level }) => level === deepest || (type === 'sub' && level < deepest))
  return { rows, prior_years: prior, totals: total([...lowest, prior]) }
}

function columns([opening = zero, debit = zero, credit = zero]: Decimal[]): Columns {
  // Most accounts of a chart are unused.
  if (opening === zero && debit === zero && credit === zero) return untouched
  const closing = opening.plus(debit).minus(credit)
  return {
    opening_debit: above(opening),
    opening_credit: above(opening.neg()),
    debit,
    credit,
    closing_debit: above(closing),
    closing_credit: above(closing.neg()),
  }
}

const untouched: Columns = {
  opening_debit: zero,
  opening_credit: zero,
  debit: zero,
  credit: zero,
  closing_debit: zero,
  closing_credit: zero,
}

function above(x: Decimal): Decimal {
  return x.gt(0) ? x : zero
}

function total(list: readonly Columns[]): Columns {
  const of = (column: keyof Columns) => sum(list.map((row) => row[column]))
  return {
    opening_debit: of('opening_debit'),
    opening_credit: of('opening_credit'),
    debit: of('debit'),
    credit: of('credit'),
    closing_debit: of('closing_debit'),
    closing_credit: of('closing_credit'),
  }
}
