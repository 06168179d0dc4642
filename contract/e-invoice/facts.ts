import { type Decimal, decimal, sum, text, zero } from '#ledger/money.ts'
import type { Category, EInvoice } from './model.ts'
import type { Facts } from './rule.ts'

/** 15 and 15.00 are one rate. */
export const rateKey = (category: Category, rate: string): string => `${category} ${text(decimal(rate))}`

/** The sums that the rules compare with, from rows and discounts alone. */
export function factsOf(invoice: EInvoice): Facts {
  const taxable = new Map<string, Decimal>()
  const add = (category: Category, rate: string, amount: Decimal) => {
    const key = rateKey(category, rate)
    taxable.set(key, (taxable.get(key) ?? zero).plus(amount))
  }
  for (const row of invoice.rows) add(row.category, row.rate, decimal(row.net))
  for (const { category, rate, amount, is_charge } of invoice.allowances)
    add(category, rate, is_charge ? decimal(amount) : decimal(amount).neg())
  return {
    rows: sum(invoice.rows.map(({ net }) => net)),
    allowances: sum(invoice.allowances.filter(({ is_charge }) => !is_charge).map(({ amount }) => amount)),
    charges: sum(invoice.allowances.filter(({ is_charge }) => is_charge).map(({ amount }) => amount)),
    taxable,
    prepaid: sum(invoice.prepayments.flatMap(({ taxable: base, tax }) => [base, tax])),
  }
}
