import { decimal, text } from '#ledger/money.ts'

/**
 * Whether the authority's sheet agrees that an amount is its percentage (BR-KSA-EN16931-03). The sheet computes with floats, so half a
 * halala is sometimes rounded the other way. This repeats its arithmetic step by step. It only answers that question: no amount comes from it.
 */
export function isConfirmedPercentage(base: string, percent: string, amount: string): boolean {
  const reckoned = Math.floor(((Number(base) * Number(percent)) / 100) * 100 + 0.5) / 100
  return text(decimal(reckoned), 2) === text(decimal(amount), 2)
}
