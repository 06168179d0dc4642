import type { SentLot, Tracking } from '#contract/fields/lot-rows.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'

/** How a product is tracked. */
export type Tracked = { tracking: Tracking; tracks_expiry: boolean }
/** A lot as a row states it. The quantity is in the product's own unit. */
export type StatedLot = { number: string; expires_on: string | null; quantity: string }
/** A change of a lot; what comes in is positive. `expires_on`: null says nothing. */
export type LotChange = { number: string; expires_on: string | null; quantity: Decimal }
/** A row that may state lots, as it is sent. */
export type RowOfLots = { product_id: number; quantity: string; lots?: readonly SentLot[] | null | undefined }

/** The lots of a row as changes, all of one direction. */
export const changesOf = (lots: readonly StatedLot[] | null | undefined, way: 1 | -1): LotChange[] =>
  (lots ?? []).map(({ number, expires_on, quantity }) => ({
    number,
    expires_on,
    quantity: decimal(quantity).times(way),
  }))

/** The column of a row. */
export const lotsColumn = (lots: readonly StatedLot[] | null | undefined): string | null =>
  lots && lots.length > 0 ? JSON.stringify(lots) : null

/** The column as it was read. */
export const storedLots = (lots: unknown): StatedLot[] | null => (lots ?? null) as StatedLot[] | null

/**
 * The lots of a row as they were sent, complete: a serial number is one piece, a single batch is all of the row. Null where it states none.
 * What is wrong goes to `errors`, at `at` (`items.0`).
 */
export function statedLots(
  { quantity, lots }: Omit<RowOfLots, 'product_id'>,
  tracked: Tracked | undefined,
  errors: FieldErrors,
  at: string,
): StatedLot[] | null {
  if (!lots || lots.length === 0) return null
  if (!tracked || tracked.tracking === 'none') {
    errors[`${at}.lots`] = { code: 'lots_not_tracked' }
    return null
  }
  const isSerial = tracked.tracking === 'serial'
  const whole = lots.length === 1 && !isSerial ? quantity : null
  const seen = new Set<string>()
  const stated = lots.map(({ number, expires_on = null, quantity: sent = null }, index): StatedLot => {
    const field = `${at}.lots.${index}`
    if (seen.has(number)) errors[`${field}.number`] = { code: 'lot_twice', params: { number } }
    seen.add(number)
    if (expires_on !== null && !tracked.tracks_expiry) errors[`${field}.expires_on`] = { code: 'lot_without_expiry' }
    const own = sent ?? (isSerial ? '1' : whole)
    if (own === null) errors[`${field}.quantity`] = { code: 'required' }
    else if (isSerial && !decimal(own).eq(1)) errors[`${field}.quantity`] = { code: 'serial_is_one' }
    return { number, expires_on, quantity: text(decimal(own ?? '0')) }
  })
  const total = sum(stated.map((lot) => decimal(lot.quantity)))
  if (!total.eq(quantity) && !Object.keys(errors).some((field) => field.startsWith(`${at}.lots`)))
    errors[`${at}.lots`] = {
      code: 'lots_other_quantity',
      params: { stated: text(total), quantity: text(decimal(quantity)) },
    }
  return stated
}

/** Sent lots with the stored day of each that leaves it out. */
export const withStoredDays = (
  lots: readonly SentLot[] | null | undefined,
  stored: readonly StatedLot[] | null | undefined,
): SentLot[] =>
  (lots ?? []).map((lot) => ({
    ...lot,
    expires_on: lot.expires_on ?? stored?.find(({ number }) => number === lot.number)?.expires_on ?? null,
  }))

/** Two texts are equal where the same lots are stated. A single batch without a quantity is all of its row. */
export const textOfLots = (lots: readonly SentLot[] | null | undefined, whole?: string): string =>
  JSON.stringify(
    (lots ?? [])
      .map(({ number, expires_on = null, quantity }) => [
        number,
        expires_on,
        text(decimal(quantity ?? (lots?.length === 1 && whole ? whole : '1'))),
      ])
      .sort(([one], [other]) => String(one).localeCompare(String(other))),
  )

/** Rows with their lots complete. All that is wrong is refused at once. */
export function rowsWithLots<Row extends RowOfLots>(
  rows: readonly Row[],
  trackedOf: (productId: number) => Tracked | undefined,
  list = 'items',
): (Omit<Row, 'lots'> & { lots: StatedLot[] | null })[] {
  const errors: FieldErrors = {}
  const known = rows.map((row, index) => ({
    ...row,
    lots: statedLots(row, trackedOf(row.product_id), errors, `${list}.${index}`),
  }))
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return known
}
