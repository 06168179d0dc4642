import { text } from '#ledger/money.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import { balancesFrom, type Goods, type StockChange, type StockFacts, stockOf } from './stock-balances.ts'

export type PlannedMove = StockChange & {
  kind: 'opening' | 'issue' | 'receipt' | 'count' | 'goods_note' | 'reversal'
  document_id?: Id | null
  line_number?: number | null
  stock_count_id?: Id | null
  goods_note_id?: Id | null
}

type Moved = Goods & { sequence: number; last_move_date: string | null }

/**
 * The stock while a plan is made: the facts and the moves of the plan so far. Moves of one plan meet here, so that what a reversal gives back can
 * be issued again, and nothing is taken twice.
 */
export class PlannedStock {
  readonly facts: StockFacts
  readonly moves: PlannedMove[] = []
  readonly #plan: Plan
  readonly #moved = new Map<number, Moved>()
  constructor(plan: Plan, facts: StockFacts) {
    this.#plan = plan
    this.facts = facts
  }

  /** The present stock of a product, after the moves so far. */
  of(productId: number): Moved {
    return this.#moved.get(productId) ?? stockOf(this.facts, productId)
  }

  /** What is in stock at the end of a day and of each later one, after the moves so far and those that are considered. */
  balancesFrom(productId: number, date: string, considered: readonly StockChange[] = []): [Goods, ...Goods[]] {
    return balancesFrom(this.facts, productId, date, [...this.moves, ...considered])
  }

  /**
   * Plans moves of an entry. The figures after each move continue those of the last one, so quantity and value of a product can be followed
   * move by move.
   */
  move(moves: readonly PlannedMove[], entry_id: Id | null): void {
    for (const move of moves) {
      const { product_id, date, quantity, value } = move
      const before = this.of(product_id)
      const after = {
        ...{ quantity: before.quantity.plus(quantity), value: before.value.plus(value) },
        ...{ sequence: before.sequence + 1, last_move_date: laterOf(before.last_move_date, date) },
      }
      this.#moved.set(product_id, after)
      this.moves.push(move)
      this.#plan.add('stock_moves', {
        ...{ product_id, sequence: after.sequence, move_date: date, kind: move.kind },
        ...{ quantity: text(quantity), value: text(value) },
        ...{ quantity_after: text(after.quantity), value_after: text(after.value) },
        ...{ document_id: move.document_id ?? null, line_number: move.line_number ?? null },
        ...{ stock_count_id: move.stock_count_id ?? null, goods_note_id: move.goods_note_id ?? null, entry_id },
      })
      this.#plan.put('stock_items', { product_id }, itemColumns(after))
    }
  }
}

const laterOf = (one: string | null, other: string): string => (one !== null && one > other ? one : other)

const itemColumns = ({ quantity, value, sequence, last_move_date }: Moved) => ({
  ...{ quantity: text(quantity), value: text(value), last_sequence: sequence, last_move_date },
})
