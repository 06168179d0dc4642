import { clearedOn, clearedValue, leastOpen } from '#ledger/goods/clearing.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import type { Clearing, GoodsRow, GoodsRows } from './goods-rows.ts'

/** Who takes something off the account of a row. */
export type ClearingTaker = { document_id: number } | { goods_note_id: number }
type Cleared = { line: number; taker_line: number; day: string; quantity: Decimal; value: Decimal }

/**
 * The rows of goods notes while a plan is made: what a reversal gives back can be taken again, and nothing is taken twice. Each posting is a
 * clearing, which is only added to; one that is reversed is taken back on its own day.
 */
export class PlannedGoods {
  readonly #rows: Map<number, GoodsRow>
  readonly #plan: Plan
  constructor(plan: Plan, ...rows: readonly GoodsRows[]) {
    this.#plan = plan
    this.#rows = new Map(rows.flatMap((own) => [...own]))
  }

  of(line: number): GoodsRow {
    const row = this.#rows.get(line)
    if (!row) throw new Error(`the row ${line} of a goods note is not known`)
    return row
  }

  /** What a quantity takes with it, after what was planned so far; what several rows of one plan take is planned row by row. */
  valueOf(line: number, quantity: Decimal, before: Decimal, decimals: number): Decimal {
    const row = this.of(line)
    if (before.eq(0)) return clearedValue(row, quantity, decimals)
    const first = clearedValue(row, before, decimals)
    const settled = decimal(row.settled).plus(before)
    return clearedValue({ ...row, settled, settled_value: decimal(row.settled_value).plus(first) }, quantity, decimals)
  }

  clear(taker: ClearingTaker, cleared: readonly Cleared[], entry_id: Id | null): void {
    for (const { line, taker_line, day, quantity, value } of cleared) {
      const amounts = { quantity: text(quantity), value: text(value) }
      const row = this.of(line)
      const clearing = { document_id: null, goods_note_id: null, ...taker, taker_line, day, ...amounts }
      this.#plan.add('goods_clearings', { goods_line_id: line, ...clearing, entry_id })
      const clearings = [...row.clearings, clearing as Clearing]
      const settled = text(decimal(row.settled).plus(quantity))
      const settled_value = text(decimal(row.settled_value).plus(value))
      const cleared_on = clearedOn(row.quantity, clearings)
      this.#rows.set(line, { ...row, clearings, settled, settled_value, cleared_on })
      this.#plan.change('goods_note_lines', line, { settled, settled_value, cleared_on })
    }
  }

  /** Whether more is taken of a row than it has, on any day. */
  isOverdrawn(): boolean {
    return [...this.#rows.values()].some(({ quantity, note_date, clearings }) =>
      leastOpen(quantity, clearings, note_date).lt(0),
    )
  }

  /** Takes back what one taker cleared, on the days on which it did. */
  restore(taker: ClearingTaker, entryOf: (day: string) => Id | null): void {
    const isOwn = (one: Clearing) => Object.entries(taker).every(([key, id]) => one[key as keyof Clearing] === id)
    for (const row of [...this.#rows.values()]) {
      const own = Map.groupBy(row.clearings.filter(isOwn), ({ taker_line, day }) => `${taker_line} ${day}`)
      for (const [first, ...rest] of own.values()) {
        if (!first) continue
        const [quantity, value] = (['quantity', 'value'] as const).map((of) =>
          [first, ...rest].reduce((sum, one) => sum.minus(one[of]), zero),
        ) as [Decimal, Decimal]
        if (quantity.eq(0) && value.eq(0)) continue
        this.clear(
          taker,
          [{ line: row.id, taker_line: first.taker_line, day: first.day, quantity, value }],
          entryOf(first.day),
        )
      }
    }
  }
}
