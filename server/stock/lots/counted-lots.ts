import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, zero } from '#ledger/money.ts'
import type { PlannedStock } from '../planned-stock.ts'
import { withExpiry } from './leaving-lots.ts'
import { type LotChange, type RowOfLots, type StatedLot, statedLots } from './row-lots.ts'

type CountedRow = Omit<RowOfLots, 'quantity'> & {
  counted: string
  place_id: number | null
  date: string
  book: Decimal
}
export type CountedLots = { lots: StatedLot[] | null; changes: LotChange[] }

/**
 * What a count of a place changes of its lots: each that is stated has what was counted of it, others have nothing left there. Where as much was
 * counted as the books say, they need not be named.
 */
export function countedLots(
  stock: PlannedStock,
  { product_id, counted, lots: sent, place_id, date, book }: CountedRow,
  errors: FieldErrors,
  at: string,
): CountedLots {
  const tracked = stock.lots.of(product_id)
  const lots = statedLots({ quantity: counted, lots: sent }, tracked, errors, at)
  stock.lots.refuseOtherDays(product_id, lots ?? [], errors, at)
  if (!tracked || (!lots && decimal(counted).eq(book))) return { lots, changes: [] }
  if (!lots && !decimal(counted).eq(0)) {
    errors[`${at}.lots`] = { code: 'lots_missing' }
    return { lots, changes: [] }
  }
  const held = stock.lots.heldBy({ product_id, place_id, date })
  const stated = lots ?? []
  const heldOf = (number: string) => held.find((lot) => lot.number === number)?.quantity ?? zero
  const changes = stated.map(({ number, expires_on, quantity }) => ({
    number,
    expires_on,
    quantity: decimal(quantity).minus(heldOf(number)),
  }))
  const removed = held
    .filter(({ number, quantity }) => !quantity.eq(0) && !stated.some((lot) => lot.number === number))
    .map(({ number, quantity }) => ({ number, expires_on: null, quantity: quantity.neg() }))
  return {
    lots: withExpiry(stock, product_id, lots),
    changes: [...changes, ...removed],
  }
}

/** The change from lots that were stated to others. */
export function differenceOfLots(before: readonly StatedLot[] | null, after: readonly StatedLot[] | null): LotChange[] {
  const old = new Map((before ?? []).map((lot) => [lot.number, decimal(lot.quantity)]))
  const now = (after ?? []).map(({ number, expires_on, quantity }) => ({
    number,
    expires_on,
    quantity: decimal(quantity).minus(old.get(number) ?? zero),
  }))
  const removed = (before ?? [])
    .filter(({ number }) => !now.some((lot) => lot.number === number))
    .map(({ number, quantity }) => ({ number, expires_on: null, quantity: decimal(quantity).neg() }))
  return [...now, ...removed]
}
