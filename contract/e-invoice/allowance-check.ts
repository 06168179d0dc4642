import { decimal, text } from '#ledger/money.ts'

/**
 * Whether the authority's sheet agrees that an amount is its percentage (BR-KSA-EN16931-03). It reckons with floats there, so half a halala
 * sometimes falls on its other side. This repeats its arithmetic step by step and is for that question alone: no amount is made of it.
 */
export function isConfirmedPercentage(base: string, percent: string, amount: string): boolean {
  const reckoned = Math.floor(((Number(base) * Number(percent)) / 100) * 100 + 0.5) / 100
  return text(decimal(reckoned), 2) === text(decimal(amount), 2)
}
