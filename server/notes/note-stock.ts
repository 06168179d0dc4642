import type { NoteKind } from '#contract/documents/notes.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, min, split, sum, text, zero } from '#ledger/money.ts'
import { isStocked } from '#ledger/posting/product-account.ts'
import { inventoryShare } from '#ledger/posting/supplier-credit.ts'
import { issue, type StockState as Pool, returnToStock } from '#ledger/stock.ts'
import { stockShortage } from '#server/catalog/stock-shortage.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Caller } from '#server/posting/plan.ts'
import { withLots } from '#server/stock/lots/leaving-lots.ts'
import type { StatedLot } from '#server/stock/lots/row-lots.ts'
import type { PlannedMove, PlannedStock } from '#server/stock/planned-stock.ts'
import { leastQuantity, valueAtMost } from '#server/stock/stock-balances.ts'
import type { NoteFigures } from './note-figures.ts'
import { notedLots } from './noted-lots.ts'

export type NoteStock = { moves: PlannedMove[]; costs: (Decimal | null)[]; lots: (StatedLot[] | null)[] }
type Row = NoteFigures['rows'][number]

/**
 * The stock moves of a note; the stock rows that its document moved are locked. A customer's goods return at the
 * original cost of their row (accounting rule 2.1-6); goods return to a supplier at the present average, and a price
 * reduction lowers the value of what is still on hand.
 */
export function noteStock(
  caller: Caller,
  kind: NoteKind,
  { date, note_id }: { date: string; note_id: number },
  figures: NoteFigures,
  stock: PlannedStock,
): NoteStock {
  const { rows, posted } = figures
  const touches = (row: Row) => row.of.moved !== null && isStocked(row.of.product)
  const pools = new Map<number, Pool>([...stock.facts.products.keys()].map((id) => [id, stock.of(id)]))
  const plan: NoteStock = { moves: [], costs: [], lots: [] }
  const errors: FieldErrors = {}
  const products = rows.map(({ of }) => of.product.id)
  for (const [index, row] of rows.entries()) {
    const { decimals } = caller.session.organization
    const pool = pools.get(row.of.product.id)
    const change =
      !touches(row) || !pool
        ? null
        : kind.side.name === 'sales'
          ? returned(pool, row, decimals)
          : sentBack(pool, row, posted.base.lines[index] ?? zero, decimals)
    if (change && 'available' in change) {
      errors[`lines.${index}.quantity`] = stockShortage(change.available, products, index)
      continue
    }
    plan.costs.push(change?.cost ?? null)
    if (!change) continue
    // Their cost waits for another invoice again; no goods move.
    if (row.stays) continue
    pools.set(row.of.product.id, change.state)
    if (!change.quantity.eq(0) || !change.value.eq(0))
      plan.moves.push({
        product_id: row.of.product.id,
        kind: kind.side.name === 'sales' ? 'receipt' : 'issue',
        date,
        quantity: change.quantity,
        value: change.value,
        document_id: note_id,
        line_number: index + 1,
      })
  }
  if (Object.keys(errors).length === 0) Object.assign(errors, backdatedShortages(stock, plan, rows, date))
  if (Object.keys(errors).length > 0)
    throw new Refusal('insufficient_stock', { errors, params: Object.values(errors)[0]?.params ?? {} })
  if (kind.side.name === 'purchases') capCosts(caller, stock, plan, date)
  plan.lots = notedLots(kind, figures, { date, stock })
  plan.moves = withLots(plan.moves, plan.lots)
  return plan
}

/** Goods returned on a day before later receipts cost at most their value on that day. The entry takes the difference to their price. */
function capCosts(caller: Caller, stock: PlannedStock, { moves, costs }: NoteStock, date: string): void {
  const { decimals } = caller.session.organization
  for (const [id, own] of Map.groupBy(moves, ({ product_id }) => product_id)) {
    const state = stock.of(id)
    if (state.last_move_date === null || state.last_move_date <= date) continue
    const leaving = { quantity: totalOf(own, 'quantity').neg(), value: totalOf(own, 'value').neg() }
    const most = valueAtMost(stock.balancesFrom(id, date), leaving, decimals)
    if (most === undefined) continue
    const parts = split(
      most,
      own.map(({ value }) => value.neg()),
      decimals,
    )
    for (const [index, move] of own.entries()) {
      move.value = (parts[index] ?? zero).neg()
      costs[(move.line_number as number) - 1] = parts[index] ?? zero
    }
    if (state.quantity.eq(leaving.quantity) && !state.value.eq(most))
      throw new Refusal('worth_less_then', { field: 'note_date', params: { date: state.last_move_date } })
  }
}

const totalOf = (own: readonly PlannedMove[], of: 'quantity' | 'value') => sum(own.map((move) => move[of]))

type Change = { cost: Decimal; quantity: Decimal; value: Decimal; state: Pool } | { available: Decimal } | null

function returned(pool: Pool, { of, quantity, is_return }: Row, decimals: number): Change {
  if (!is_return || !of.moved) return null
  const { cost, state } = returnToStock(pool, quantity, of.moved, decimals)
  return { cost, state, quantity, value: cost }
}

function sentBack(pool: Pool, { of, quantity, is_return }: Row, net: Decimal, decimals: number): Change {
  if (!is_return) {
    // Goods sold meanwhile cannot be revalued, and the pool never becomes negative.
    const share = min(inventoryShare(net, pool.quantity, of.quantity, decimals), pool.value)
    const state = { quantity: pool.quantity, value: pool.value.minus(share) }
    return { cost: share, state, quantity: zero, value: share.neg() }
  }
  const taken = issue(pool, quantity, decimals)
  if ('refused' in taken) return { available: taken.available }
  return { cost: taken.cost, state: taken.state, quantity: quantity.neg(), value: taken.cost.neg() }
}

function backdatedShortages(
  stock: PlannedStock,
  { moves }: NoteStock,
  rows: readonly Row[],
  date: string,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const [id, own] of Map.groupBy(moves, ({ product_id }) => product_id)) {
    const { last_move_date: last } = stock.of(id)
    const change = totalOf(own, 'quantity')
    if (last === null || last <= date || change.gte(0)) continue
    const left = leastQuantity(stock.balancesFrom(id, date))
    if (left.plus(change).gte(0)) continue
    const index = rows.findIndex((row) => row.of.product.id === id)
    errors[`lines.${index}.quantity`] = {
      code: 'insufficient_stock',
      params: { available: text(left.lt(0) ? zero : left) },
    }
  }
  return errors
}
