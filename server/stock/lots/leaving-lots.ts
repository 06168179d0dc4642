import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, max, sum, text, zero } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PlannedStock } from '../planned-stock.ts'
import { changesOf, type LotChange, type StatedLot } from './row-lots.ts'

/** `cost`: what the goods cost, as an import says it. */
type Row = { product_id: number; quantity: string; cost?: string | undefined; lots?: StatedLot[] | null }
/**
 * `place_id`: null is the main place. `sells`: nothing leaves after its last day, but what left before that was corrected: `before`, the rows as they
 * were, and rows of a history.
 */
type Leaving = {
  date: string
  place_id: number | null
  sells: boolean
  before?: readonly TakenRow[]
  list?: string
}
type TakenRow = { product_id: number; lots?: readonly { number: string }[] | null | undefined }

/**
 * The lots of rows whose goods leave; null of rows that move none, or whose product has none. A row that names no batch takes what expires first.
 * Which piece leaves is never guessed: a serial number is named.
 */
export function leavingLots(
  stock: PlannedStock,
  rows: readonly (Row | null)[],
  { date, place_id, sells, before = [], list = 'items' }: Leaving,
): (StatedLot[] | null)[] {
  const errors: FieldErrors = {}
  const taken = new Map<number, Map<string, Decimal>>()
  const take = (product_id: number, lots: readonly StatedLot[]) => {
    const own = taken.get(product_id) ?? new Map<string, Decimal>()
    for (const { number, quantity } of lots) own.set(number, (own.get(number) ?? zero).plus(quantity))
    taken.set(product_id, own)
  }
  for (const row of rows) if (row?.lots) take(row.product_id, row.lots)
  const known = rows.map((row, index) => {
    const product = row && stock.lots.of(row.product_id)
    if (!row || !product) return null
    if (row.lots) return row.lots
    if (product.tracking === 'serial') {
      errors[`${list}.${index}.lots`] = { code: 'lots_missing' }
      return null
    }
    const own = taken.get(row.product_id) ?? new Map<string, Decimal>()
    const lots = stock.lots.proposed({ product_id: row.product_id, place_id, date }, decimal(row.quantity), own)
    const available = sum(lots.map(({ quantity }) => decimal(quantity)))
    const inPlace = max(stock.leastInPlace({ product_id: row.product_id, place_id, date }), zero)
    if (inPlace.lt(row.quantity))
      errors[`${list}.${index}.quantity`] = { code: 'place_short', params: { available: text(inPlace) } }
    else if (available.lt(row.quantity))
      errors[`${list}.${index}.lots`] = { code: 'lots_short', params: { available: text(available) } }
    take(row.product_id, lots)
    return lots
  })
  if (sells)
    for (const [index, lots] of known.entries())
      if (rows[index]?.cost === undefined)
        refuseExpired(stock, { row: rows[index], lots, date, before }, errors, `${list}.${index}`)
  refuseLots(errors)
  return known.map((lots, index) => withExpiry(stock, rows[index]?.product_id, lots))
}

type SoldRow = {
  row: Row | null | undefined
  lots: readonly StatedLot[] | null
  date: string
  before: readonly TakenRow[]
}

function refuseExpired(
  stock: PlannedStock,
  { row, lots, date, before }: SoldRow,
  errors: FieldErrors,
  at: string,
): void {
  const own = before.filter(({ product_id }) => product_id === row?.product_id)
  const taken = new Set(own.flatMap((one) => (one.lots ?? []).map(({ number }) => number)))
  for (const [index, { number }] of (lots ?? []).entries()) {
    if (taken.has(number)) continue
    const expires_on = stock.lots.expiryOf(row?.product_id ?? 0, number)
    if (expires_on !== null && expires_on < date)
      errors[`${at}.lots.${index}.number`] = { code: 'lot_expired', params: { number, date: expires_on } }
  }
}

/** Lots as they are stored with their row: each with its day. */
export const withExpiry = (
  stock: PlannedStock,
  product_id: number | undefined,
  lots: readonly StatedLot[] | null,
): StatedLot[] | null =>
  lots?.map((lot) => ({ ...lot, expires_on: stock.lots.storedDay(product_id ?? 0, lot) })) ?? null

export function refuseLots(errors: FieldErrors): void {
  const [first] = Object.values(errors)
  if (first) throw new Refusal('invalid_input', { errors, params: first.params ?? {} })
}

/** Gives the moves of rows their lots. A change of value alone has none. */
export const withLots = <Move extends { quantity: Decimal; line_number?: number | null; lots?: readonly LotChange[] }>(
  moves: readonly Move[],
  lots: readonly (StatedLot[] | null)[],
): Move[] =>
  moves.map((move) => {
    const own = move.line_number ? lots[move.line_number - 1] : null
    return move.quantity.eq(0) || !own ? move : { ...move, lots: changesOf(own, move.quantity.lt(0) ? -1 : 1) }
  })
