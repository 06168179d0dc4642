import type { Side } from '#contract/documents/sides.ts'
import { type Series, seriesPrefixes } from '#server/journal/posting/number-series.ts'

/** Receipts come from sales, payments go to purchases. */
export const paymentKind = (side: Side): 'income' | 'expense' => (side.name === 'sales' ? 'income' : 'expense')
export const paymentSeries = (side: Side, date: string): Series => ({
  kind: paymentKind(side),
  prefix: seriesPrefixes[paymentKind(side)],
  date,
})
/** The kind of the journal entry that a payment posts. */
export const entryKindOf = (side: Side): 'receipt' | 'payment' => (side.name === 'sales' ? 'receipt' : 'payment')
