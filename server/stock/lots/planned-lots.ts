import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, max, min, sum, text, zero } from '#ledger/money.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import { runningBalances, totalOf } from '../running-balances.ts'
import type { StockFacts } from '../stock-balances.ts'
import type { LotPlace, StoredLot, TrackedProduct } from './lot-facts.ts'
import type { LotChange, StatedLot } from './row-lots.ts'

type Where = { product_id: number; place_id: number | null; date: string }
/** A change of goods, and the lots that come to its quantity. */
export type LotMove = Where & { quantity: Decimal; lots: readonly LotChange[] }
/** What the move is part of. */
type Source = { stock_sequence: number | null; stock_transfer_id: Id | null }
type Planned = { lot: StoredLot; id: Id; place_id: number | null; date: string; quantity: Decimal }
type Refused = { errors: FieldErrors; field: string }

/** The lots while a plan is made: the facts, and what the plan changed of them so far. */
export class PlannedLots {
  readonly #plan: Plan
  readonly #facts: StockFacts
  readonly #planned: Planned[] = []
  /** Lots that the plan makes, with their ids. */
  readonly #made = new Map<StoredLot, Id>()
  constructor(plan: Plan, facts: StockFacts) {
    this.#plan = plan
    this.#facts = facts
  }

  of(productId: number): TrackedProduct | undefined {
    return this.#facts.tracked?.get(productId)
  }

  /** Plans the lots of a change of goods. What is wrong goes to `errors`, at the lots of the row whose quantity is at `field`. */
  change(move: LotMove, source: Source, { errors, field }: Refused): void {
    const { product_id, quantity, lots } = move
    const product = this.of(product_id)
    if (!product) {
      if (lots.length > 0) errors[lotsField(field)] ??= { code: 'lots_not_tracked' }
      return
    }
    const total = sum(lots.map((lot) => lot.quantity))
    if (lots.length === 0 && !quantity.eq(0)) errors[lotsField(field)] ??= { code: 'lots_missing' }
    else if (!total.eq(quantity))
      errors[lotsField(field)] ??= {
        code: 'lots_other_quantity',
        params: { stated: text(total.abs()), quantity: text(quantity.abs()) },
      }
    else
      for (const [index, lot] of lots.entries()) this.#changeLot(product, move, lot, source, { errors, field }, index)
  }

  #changeLot(
    product: TrackedProduct,
    where: Where,
    { number, expires_on, quantity }: LotChange,
    source: Source,
    { errors, field }: Refused,
    index: number,
  ): void {
    const refuse = (part: keyof StatedLot, code: string, params: Record<string, string> = {}) => {
      errors[lotField(field, index, part)] ??= { code, params: { number, ...params } }
    }
    const known = this.#find(where.product_id, number)
    const otherDay = this.#otherDay(known, expires_on)
    if (otherDay !== null) refuse('expires_on', 'lot_other_expiry', { expires_on: otherDay })
    if (!known && quantity.lt(0)) refuse('number', 'lot_unknown')
    if (!known && quantity.gt(0) && product.tracks_expiry && expires_on === null)
      refuse('expires_on', 'lot_expiry_missing')
    if (otherDay !== null || quantity.eq(0) || (!known && quantity.lt(0))) return
    const lot = known ?? this.#make(where.product_id, number, expires_on)
    this.#write(lot, where, quantity, source)
    const least = this.#leastOf(lot, where)
    if (quantity.lt(0) && least.lt(0))
      refuse('quantity', 'lot_short', { available: text(max(least.minus(quantity), zero)) })
    if (product.tracking === 'serial' && quantity.gt(0) && this.#mostOf(lot, where.date).gt(1))
      refuse('number', 'serial_on_hand')
  }

  #find(productId: number, number: string): StoredLot | undefined {
    const made = [...this.#made.keys()].find((lot) => lot.number === number && this.#productOf.get(lot) === productId)
    return made ?? this.of(productId)?.lots.find((lot) => lot.number === number)
  }

  readonly #productOf = new Map<StoredLot, number>()

  #make(product_id: number, number: string, expires_on: string | null): StoredLot {
    const lot: StoredLot = { id: 0, number, expires_on, former_expiries: [], sequence: 0, places: [] }
    this.#made.set(lot, this.#plan.addNamed('lots', { product_id, number, expires_on }))
    this.#productOf.set(lot, product_id)
    return lot
  }

  #write(lot: StoredLot, { product_id, place_id, date }: Where, quantity: Decimal, source: Source): void {
    const id = this.#made.get(lot) ?? lot.id
    this.#planned.push({ lot, id, place_id, date, quantity })
    const own = this.#planned.filter((change) => change.lot === lot)
    const here = own.filter((change) => change.place_id === place_id)
    const held = placeOf(lot, place_id)
    const after = text(held.quantity.plus(totalOf(here)))
    const sequence = lot.sequence + own.length
    const move_date = date
    this.#plan.add('lot_moves', {
      product_id,
      lot_id: id,
      sequence,
      place_id,
      move_date,
      quantity: text(quantity),
      quantity_after: after,
      ...source,
    })
    const last_move_date = here.reduce((last, change) => laterOf(last, change.date), held.last_move_date)
    this.#plan.put(
      'lot_stocks',
      { lot_id: id, place_id },
      { product_id, quantity: after, last_sequence: sequence, last_move_date },
    )
  }

  /** The least that a place has of a lot on a day and later. */
  #leastOf(lot: StoredLot, { place_id, date }: Omit<Where, 'product_id'>): Decimal {
    const own = this.#planned.filter((change) => change.lot === lot && change.place_id === place_id)
    return runningBalances(placeOf(lot, place_id), date, own, this.#facts.from).reduce(min)
  }

  /** The most that all places have of a lot together on a day or later. */
  #mostOf(lot: StoredLot, date: string): Decimal {
    const all = { quantity: totalOf(lot.places), later: lot.places.flatMap(({ later }) => later) }
    const own = this.#planned.filter((change) => change.lot === lot)
    return runningBalances(all, date, own, this.#facts.from).reduce(max)
  }

  /** What a place has of each lot of a product at the end of a day. */
  heldBy({ product_id, place_id, date }: Where): { number: string; expires_on: string | null; quantity: Decimal }[] {
    return this.#lotsOf(product_id).map((lot) => {
      const own = this.#planned.filter((change) => change.lot === lot && change.place_id === place_id)
      const [quantity] = runningBalances(placeOf(lot, place_id), date, own, this.#facts.from)
      return { number: lot.number, expires_on: lot.expires_on, quantity }
    })
  }

  /** Batches that have enough on a day and later, what expires first before others. What has expired by then is not proposed. */
  proposed(where: Where, quantity: Decimal, taken: ReadonlyMap<string, Decimal>): StatedLot[] {
    let missing = quantity
    const inOrder = this.#lotsOf(where.product_id)
      .filter(({ expires_on }) => expires_on === null || expires_on >= where.date)
      .sort((one, other) => orderOf(one).localeCompare(orderOf(other)) || one.id - other.id)
    const lots: StatedLot[] = []
    for (const lot of inOrder) {
      const part = min(missing, this.#leastOf(lot, where).minus(taken.get(lot.number) ?? zero))
      if (part.lte(0)) continue
      lots.push({ number: lot.number, expires_on: lot.expires_on, quantity: text(part) })
      missing = missing.minus(part)
    }
    return lots
  }

  /** Refuses another day of a known lot where a row states lots that do not move. `at`: the row, as `lines.0`. */
  refuseOtherDays(productId: number, lots: readonly StatedLot[], errors: FieldErrors, at: string): void {
    for (const [index, { number, expires_on }] of lots.entries()) {
      const otherDay = this.#otherDay(this.#find(productId, number), expires_on)
      if (otherDay === null) continue
      const params = { number, expires_on: otherDay }
      errors[`${at}.lots.${index}.expires_on`] = { code: 'lot_other_expiry', params }
    }
  }

  /** The day of a known lot where another one is stated; a day from before it was corrected is no other one. */
  #otherDay(known: StoredLot | undefined, stated: string | null): string | null {
    if (!known || stated === null || known.expires_on === stated || known.former_expiries.includes(stated)) return null
    return known.expires_on ?? ''
  }

  /** The day that a row stores of a lot: that of the lot where it is left out, or was corrected since. */
  storedDay(productId: number, { number, expires_on }: Pick<StatedLot, 'number' | 'expires_on'>): string | null {
    const known = this.#find(productId, number)
    return known && this.#otherDay(known, expires_on) === null ? known.expires_on : expires_on
  }

  /** The day until which a known lot is sold. */
  expiryOf(productId: number, number: string): string | null {
    return this.#find(productId, number)?.expires_on ?? null
  }

  #lotsOf(productId: number): StoredLot[] {
    const made = [...this.#made.keys()].filter((lot) => this.#productOf.get(lot) === productId)
    return [...(this.of(productId)?.lots ?? []), ...made]
  }
}

const laterOf = (one: string | null, other: string): string => (one !== null && one > other ? one : other)

const orderOf = ({ expires_on }: StoredLot): string => expires_on ?? '9999-12-31'

const nothing: LotPlace = { place_id: null, quantity: decimal(0), last_move_date: null, later: [] }
const placeOf = (lot: StoredLot, placeId: number | null): LotPlace =>
  lot.places.find(({ place_id }) => place_id === placeId) ?? nothing

/** `items.0.quantity` has its lots at `items.0.lots`; a field of the whole record shows them itself. */
const lotsField = (field: string): string => field.replace(/\.(quantity|counted)$/, '.lots')
const lotField = (field: string, index: number, part: keyof StatedLot): string => {
  const lots = lotsField(field)
  return lots === field ? field : `${lots}.${index}.${part}`
}
