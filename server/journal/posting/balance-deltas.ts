import type { EntryKind } from '#ledger/calendar/periods.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'

/** The columns of lines that are summed into the materialized balances. */
type PostedLine = {
  head: { date: string; kind: EntryKind }
  lines: readonly Summed[]
  taxes: readonly { box: string; sign: number; base: string; tax: string; is_adjustment: boolean }[]
}
type Summed = { account_id: number; branch_id: number; cost_center_id: number | null; currency_id: number } & Record<
  'debit' | 'credit' | 'amount_currency',
  string
>

/** Sums for the return, by day and box. */
export function taxSums(entries: readonly PostedLine[]) {
  const groups = new Map<string, TaxSum>()
  for (const { head, taxes } of entries)
    for (const { box, sign, base, tax, is_adjustment } of taxes) {
      const key = `${head.date} ${box} ${is_adjustment}`
      const group = groups.get(key) ?? { day: head.date, box, is_adjustment, base: zero, tax: zero, row_count: 0 }
      group.base = group.base.plus(decimal(base).times(sign))
      group.tax = group.tax.plus(decimal(tax).times(sign))
      group.row_count++
      groups.set(key, group)
    }
  return [...groups.keys()].sort().map((key) => {
    const group = groups.get(key) as TaxSum
    return { ...group, base: text(group.base), tax: text(group.tax) }
  })
}

const balanceKind = { opening: 1, closing: 2 } as Partial<Record<EntryKind, number>>

/** Every row of `daily_balances` that the entries change, sorted by key: all writers lock several rows in this order. */
export function dailyBalanceDeltas(entries: readonly PostedLine[]): DayBalance[] {
  const groups = new Map<string, Sums & Key>()
  for (const { head, lines } of entries)
    for (const line of lines) {
      const kind = balanceKind[head.kind] ?? 0
      const { account_id, branch_id, currency_id } = line
      const key = { account_id, day: head.date, branch_id, cost_center_id: line.cost_center_id ?? 0, currency_id, kind }
      const name = nameOf(key)
      const group = groups.get(name) ?? { ...key, debit: zero, credit: zero, amount_currency: zero, line_count: 0 }
      group.debit = group.debit.plus(line.debit)
      group.credit = group.credit.plus(line.credit)
      group.amount_currency = group.amount_currency.plus(line.amount_currency)
      group.line_count++
      groups.set(name, group)
    }
  return [...groups.keys()].sort().map((name) => {
    const group = groups.get(name) as Sums & Key
    return {
      ...group,
      debit: text(group.debit),
      credit: text(group.credit),
      amount_currency: text(group.amount_currency),
    }
  })
}

/** The rows of `monthly_balances`, which are monthly and dated the first of their month. Days are sorted, so months are. */
export function monthlyBalanceDeltas(days: readonly DayBalance[]): DayBalance[] {
  const months = new Map<string, DayBalance>()
  for (const row of days) {
    const month = { ...row, day: `${row.day.slice(0, 8)}01` }
    const name = nameOf(month)
    const kept = months.get(name)
    months.set(name, kept ? bothOf(kept, month) : month)
  }
  return [...months.values()]
}

const bothOf = (one: DayBalance, other: DayBalance): DayBalance => ({
  ...one,
  debit: text(decimal(one.debit).plus(other.debit)),
  credit: text(decimal(one.credit).plus(other.credit)),
  amount_currency: text(decimal(one.amount_currency).plus(other.amount_currency)),
  line_count: one.line_count + other.line_count,
})

const nameOf = ({ account_id, branch_id, cost_center_id, currency_id, kind, day }: Key): string =>
  `${[account_id, branch_id, cost_center_id, currency_id, kind].map((id) => String(id).padStart(16, '0')).join()} ${day}`

type Key = {
  account_id: number
  day: string
  branch_id: number
  cost_center_id: number
  currency_id: number
  kind: number
}
type Amount = 'debit' | 'credit' | 'amount_currency'
type Sums = Record<Amount, Decimal> & { line_count: number }
export type DayBalance = Key & Record<Amount, string> & { line_count: number }

type TaxSum = { day: string; box: string; is_adjustment: boolean; base: Decimal; tax: Decimal; row_count: number }
