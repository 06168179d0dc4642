import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, min, sum, text, zero } from '#ledger/money.ts'
import { type RowOfLots, type StatedLot, statedLots, type Tracked } from './row-lots.ts'

/** What was given back of lots, by number. */
export type ReturnedLots = ReadonlyMap<string, Decimal>

/** What rows took of lots. */
export function sumOfLots(rows: readonly (readonly StatedLot[] | null)[]): ReturnedLots {
  const sums = new Map<string, Decimal>()
  for (const { number, quantity } of rows.flatMap((lots) => lots ?? []))
    sums.set(number, (sums.get(number) ?? zero).plus(quantity))
  return sums
}

/** The lots of the row whose goods come back, and what came back of them before. */
type Original = { lots: readonly StatedLot[]; returned: ReturnedLots }

/**
 * The lots of goods that come back, or go back to who supplied them: those of their row, less what was given back of it before. Where its rest or
 * its only lot goes back they need not be named. A row from before its product was tracked names any.
 */
export function returnedLots(
  row: Omit<RowOfLots, 'product_id'>,
  original: Original,
  tracked: Tracked | undefined,
  errors: FieldErrors,
  at: string,
): StatedLot[] | null {
  const stated = statedLots(row, tracked, errors, at)
  if (!tracked || original.lots.length === 0) return stated
  const open = original.lots.map((lot) => ({
    ...lot,
    quantity: decimal(lot.quantity).minus(original.returned.get(lot.number) ?? zero),
  }))
  if (!stated) {
    const rest = open.filter((lot) => lot.quantity.gt(0))
    const isAll = sum(rest.map((lot) => lot.quantity)).eq(row.quantity)
    if (!isAll && rest.length !== 1) errors[`${at}.lots`] = { code: 'lots_missing' }
    return rest.map((lot) => ({
      ...lot,
      quantity: text(isAll ? lot.quantity : min(lot.quantity, decimal(row.quantity))),
    }))
  }
  for (const [index, lot] of stated.entries()) {
    const left = open.find(({ number }) => number === lot.number)?.quantity
    const params = { number: lot.number, available: text(left ?? zero) }
    if (left === undefined) errors[`${at}.lots.${index}.number`] = { code: 'lot_not_of_row', params }
    else if (left.lt(lot.quantity)) errors[`${at}.lots.${index}.quantity`] = { code: 'lot_short', params }
  }
  return stated
}
