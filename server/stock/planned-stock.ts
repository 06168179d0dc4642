import type { FieldErrors } from '#contract/issues.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { type Decimal, max, text, zero } from '#ledger/money.ts'
import { keepsPlace } from '#server/core/kept-places.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import { PlannedLots } from './lots/planned-lots.ts'
import type { LotChange } from './lots/row-lots.ts'
import { heldInPlace, isPlaced, leastInPlace, type PlaceChange, placeStock } from './place-balances.ts'
import { balancesFrom, type Goods, type StockChange, type StockFacts, stockOf } from './stock-balances.ts'

export type PlannedMove = StockChange & {
  kind: 'opening' | 'issue' | 'receipt' | 'count' | 'goods_note' | 'reversal'
  document_id?: Id | null
  line_number?: number | null
  stock_count_id?: Id | null
  goods_note_id?: Id | null
  landed_cost_id?: Id | null
  /** The place that changes: null is the main one, absent is that of the record that is planned. */
  place_id?: number | null
  /** The batches or serial numbers that come to its quantity, of a product that has them. */
  lots?: readonly LotChange[]
}

/** A change of a place by a transfer. `field`: where the quantity of its row is. */
export type PlannedPlaceMove = PlaceChange & {
  stock_transfer_id: Id | null
  is_transit?: boolean
  lots?: readonly LotChange[]
  field?: string
}

type StockFigures = Goods & { sequence: number; last_move_date: string | null }

/**
 * The stock while a plan is made: the facts and the moves of the plan so far. Moves of one plan meet here, so that what a reversal gives back can
 * be issued again, and nothing is taken twice.
 */
export class PlannedStock {
  readonly facts: StockFacts
  readonly moves: PlannedMove[] = []
  readonly lots: PlannedLots
  readonly #plan: Plan
  readonly #moved = new Map<number, StockFigures>()
  /** What the moves so far change of places. */
  readonly #placed: PlaceChange[] = []
  readonly #place: number | null
  /** `place`: whose goods moves change that name none; null is the main place. */
  constructor(plan: Plan, facts: StockFacts, place: number | null = null) {
    this.#plan = plan
    this.facts = facts
    this.#place = place
    this.lots = new PlannedLots(plan, facts)
  }

  /** The present stock of a product, after the moves so far. */
  of(productId: number): StockFigures {
    return this.#moved.get(productId) ?? stockOf(this.facts, productId)
  }

  /** What is in stock at the end of a day and of each later one, after the moves so far and those that are considered. */
  balancesFrom(productId: number, date: string, considered: readonly StockChange[] = []): [Goods, ...Goods[]] {
    return balancesFrom(this.facts, productId, date, [...this.moves, ...considered])
  }

  /**
   * Plans moves of an entry. The figures after each move continue those of the last one, so quantity and value of a product can be followed
   * move by move. What a place has less of must have been there.
   */
  move(moves: readonly PlannedMove[], entry_id: Id | null, fieldOf: (move: PlannedMove) => string = fieldOfItem): void {
    const errors: FieldErrors = {}
    for (const move of moves) {
      const { product_id, date, quantity, value, place_id = this.#place } = move
      const before = this.of(product_id)
      const after = {
        quantity: before.quantity.plus(quantity),
        value: before.value.plus(value),
        sequence: before.sequence + 1,
        last_move_date: laterOf(before.last_move_date, date),
      }
      this.#moved.set(product_id, after)
      this.moves.push(move)
      this.#plan.add('stock_moves', {
        product_id,
        sequence: after.sequence,
        move_date: date,
        kind: move.kind,
        quantity: text(quantity),
        value: text(value),
        quantity_after: text(after.quantity),
        value_after: text(after.value),
        document_id: move.document_id ?? null,
        line_number: move.line_number ?? null,
        stock_count_id: move.stock_count_id ?? null,
        goods_note_id: move.goods_note_id ?? null,
        entry_id,
        landed_cost_id: move.landed_cost_id ?? null,
      })
      this.#plan.put('stock_items', { product_id }, itemColumns(after))
      const change = { product_id, place_id, date, quantity }
      if (!quantity.eq(0)) {
        if (!keepsPlace(this.#plan.session, place_id)) errors[fieldOf(move)] ??= { code: 'place_not_kept' }
        this.#change(change, after.sequence)
      }
      const short = quantity.lt(0) && (place_id || isPlaced(this.facts, product_id)) ? this.#shortage(change) : null
      if (short) errors[fieldOf(move)] ??= short
      const part = { stock_sequence: after.sequence, stock_transfer_id: null }
      this.lots.change({ ...change, lots: move.lots ?? [] }, part, { errors, field: fieldOf(move) })
    }
    refuse(errors)
  }

  #change({ place_id, ...change }: PlaceChange, stock_sequence: number): void {
    this.#placed.push({ ...change, place_id })
    if (place_id !== null) this.#planPlaceMove({ ...change, place_id, stock_transfer_id: null }, stock_sequence)
  }

  /** Plans moves between places of the user; what is on the way belongs to no keeper. The pool and its value stay as they are. */
  transfer(moves: readonly PlannedPlaceMove[]): void {
    const errors: FieldErrors = {}
    for (const move of moves) {
      const field = move.quantity.lt(0) ? 'from_place_id' : 'to_place_id'
      if (!move.is_transit && !keepsPlace(this.#plan.session, move.place_id))
        refuse({ [field]: { code: 'place_not_kept' } })
      this.#placed.push(move)
      if (move.place_id !== null) this.#planPlaceMove({ ...move, place_id: move.place_id }, null)
      const { lots = [], stock_transfer_id, field: own = 'status' } = move
      this.lots.change({ ...move, lots }, { stock_sequence: null, stock_transfer_id }, { errors, field: own })
    }
    refuse(errors)
  }

  /** The place whose goods change where a move names none. */
  get place(): number | null {
    return this.#place
  }

  /** What a place has at the end of a day, after the moves so far. */
  heldInPlace(place: Omit<PlaceChange, 'quantity'>): Decimal {
    return heldInPlace(this.facts, place, this.#placed)
  }

  /** The least that a place has on a day and later, after the moves so far. */
  leastInPlace(place: Omit<PlaceChange, 'quantity'>): Decimal {
    return leastInPlace(this.facts, place, this.#placed)
  }

  #shortage({ quantity, ...place }: PlaceChange): FieldErrors[string] | null {
    const least = this.leastInPlace(place)
    if (least.gte(0)) return null
    return { code: 'place_short', params: { available: text(max(least.minus(quantity), zero)) } }
  }

  #planPlaceMove(
    { product_id, place_id, date, quantity, stock_transfer_id }: PlannedPlaceMove & { place_id: number },
    stock_sequence: number | null,
  ): void {
    const before = placeStock(this.facts, product_id, place_id)
    const own = this.#placed.filter((change) => change.product_id === product_id && change.place_id === place_id)
    const after = text(own.reduce((total, change) => total.plus(change.quantity), before.quantity))
    const sequence = before.sequence + own.length
    const last_move_date = own.reduce((last, change) => laterOf(last, change.date), before.last_move_date)
    this.#plan.add('place_moves', {
      product_id,
      place_id,
      sequence,
      move_date: date,
      quantity: text(quantity),
      quantity_after: after,
      stock_transfer_id,
      stock_sequence,
    })
    const key = { product_id, place_id }
    this.#plan.put('place_stocks', key, { quantity: after, last_sequence: sequence, last_move_date })
  }
}

function refuse(errors: FieldErrors): void {
  const [first] = Object.values(errors)
  if (first) throw new Refusal(first.code as RefusalCode, { errors, params: first.params ?? {} })
}

/** Where a form shows that too little is in the place: on the row that moves it, or on the whole record. */
const fieldOfItem = ({ kind, line_number }: PlannedMove): string =>
  kind === 'reversal' ? 'status' : line_number ? `items.${line_number - 1}.quantity` : 'quantity'

const laterOf = (one: string | null, other: string): string => (one !== null && one > other ? one : other)

const itemColumns = ({ quantity, value, sequence, last_move_date }: StockFigures) => ({
  quantity: text(quantity),
  value: text(value),
  last_sequence: sequence,
  last_move_date,
})
