import { type Numeric, round } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Accounts } from '../accounts.ts'

/** No amount is finer than its currency (accounting rule 3.1): forms take three decimals, most currencies have two. By field. */
export function requireCurrencyPrecision(
  { decimalsOf }: Pick<Accounts, 'decimalsOf'>,
  currencyId: number,
  amounts: Record<string, Numeric | null | undefined>,
): void {
  const decimals = decimalsOf(currencyId)
  const isFiner = (amount: Numeric | null | undefined) =>
    amount !== null && amount !== undefined && !round(amount, decimals).eq(amount)
  const fields = Object.keys(amounts).filter((field) => isFiner(amounts[field]))
  const errors = Object.fromEntries(fields.map((field) => [field, { code: 'too_many_decimals' }]))
  if (fields.length > 0) throw new Refusal('invalid_input', { errors })
}

/** The amounts of a list, by their fields: `references.0.amount`. */
export const amountsOf = (list: string, rows: readonly { amount: Numeric }[]): Record<string, Numeric> =>
  Object.fromEntries(rows.map(({ amount }, index) => [`${list}.${index}.amount`, amount]))
