import type { Side } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, min, split, sum, text, zero } from '#ledger/money.ts'
import { isStocked } from '#ledger/posting/product-account.ts'
import { emptyStock, type StockState as Pool, reissue } from '#ledger/stock.ts'
import {
  lockStock,
  minimumStockFrom,
  type StockMove,
  type StockState,
  unsentMoves,
} from '#server/catalog/move-stock.ts'
import { stockShortage } from '#server/catalog/stock-shortage.ts'
import { worthThen } from '#server/catalog/worth-then.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Facts } from '../document-facts.ts'
import type { DocumentInput } from '../document-input.ts'
import type { Product } from '../document-references.ts'

/** What a document's rows do to the stock: the locked products, the moves, and each row's cost (null: not stocked). */
export type StockPlan = {
  stock: Map<number, StockState>
  moves: StockMove[]
  costs: (Decimal | null)[]
  /** For goods that left below their present cost: the rest that no goods can carry is posted to `PPV` (2.1-5). */
  rests: Rest[]
}
export type Rest = { product_id: number; value: Decimal; date: string }
/** The document's earlier moves, reversed first, so that unchanged rows keep their cost. */
export type Undone = { moves: StockMove[] }
/** For a corrected document also its earlier rows. */
type Corrected = Undone & Pick<DocumentInput, 'items'>
type Kept = { quantity: Decimal; cost: Decimal }

/**
 * Plans the moves and refuses, on its row, what is not in stock now or was not on the document's day. `known` are the
 * rows that are locked already; a product that moves for the first time gets one.
 */
export async function planMoves(
  context: Context,
  side: Side,
  id: number,
  input: DocumentInput,
  facts: Facts,
  before: Corrected | null,
  known: Map<number, StockState>,
): Promise<StockPlan> {
  // Money before the supply moves no goods.
  const moves = side.document !== 'advance_invoice'
  const stays = stayUnmoved(input, before)
  const stocked = input.items.map(
    (item, index) => moves && !stays[index] && isStocked(facts.products.get(item.product_id) as Product),
  )
  const touched = [
    ...input.items.filter((_, index) => stocked[index]).map((item) => item.product_id),
    ...(before?.moves ?? []).map((move) => move.product_id),
  ]
  const missing = touched.filter((id) => !known.get(id)?.has_row)
  const stock = missing.length === 0 ? known : await lockMissing(context, missing, known)
  const plan: StockPlan = { stock, moves: [...(before?.moves ?? [])], costs: [], rests: [] }
  const draft = { date: input.date, document_id: id }
  if (side.name === 'purchases') receiveRows(plan, input, facts, stocked, draft)
  else await issueRows(context, plan, input, stocked, draft, keptCosts(input, stays, before))
  return plan
}

/** Known states are shared with others, which rely on the same objects. */
async function lockMissing(context: Context, missing: readonly number[], known: Map<number, StockState>) {
  const locked = await lockStock(context, missing)
  return new Map([
    ...known,
    ...[...locked].map(([id, state]) => [id, Object.assign(known.get(id) ?? state, state)] as const),
  ])
}

/** Which rows did not change and moved nothing: that their product has become stocked since moves nothing of them (accounting rule B3). */
function stayUnmoved({ items }: DocumentInput, before: Corrected | null): boolean[] {
  const moved = new Set(before?.moves.map((move) => move.line_number))
  const unmoved = (before?.items ?? []).filter((_, index) => !moved.has(index + 1))
  return items.map(({ product_id, quantity }) => {
    const at = unmoved.findIndex((row) => row.product_id === product_id && decimal(row.quantity).eq(quantity))
    if (at >= 0) unmoved.splice(at, 1)
    return at >= 0
  })
}

type Draft = { date: string; document_id: number }

function receiveRows(plan: StockPlan, input: DocumentInput, facts: Facts, stocked: boolean[], draft: Draft): void {
  for (const [index, item] of input.items.entries()) {
    const cost = stocked[index] ? (facts.posted.base.lines[index] ?? zero) : null
    plan.costs.push(cost)
    if (cost)
      plan.moves.push({
        ...draft,
        product_id: item.product_id,
        kind: 'receipt',
        quantity: decimal(item.quantity),
        value: cost,
        line_number: index + 1,
      })
  }
}

async function issueRows(
  context: Context,
  plan: StockPlan,
  input: DocumentInput,
  stocked: boolean[],
  draft: Draft,
  { same, rest }: ReturnType<typeof keptCosts>,
): Promise<void> {
  const { decimals } = context.session.organization
  const pools = poolsOf(plan.stock)
  const errors: FieldErrors = {}
  const products = input.items.map(({ product_id }) => product_id)
  for (const [index, item] of input.items.entries()) {
    const cost = same[index]
    if (!stocked[index] && !cost) {
      plan.costs.push(null)
      continue
    }
    const outcome = cost
      ? { cost }
      : issueRow(pools, rest, item.product_id, decimal(item.quantity), decimals, item.cost)
    if ('available' in outcome) {
      errors[`items.${index}.quantity`] = stockShortage(outcome.available, products, index)
    } else plan.costs.push(outcome.cost)
    const value = 'available' in outcome ? zero : outcome.cost.neg()
    plan.moves.push({
      ...draft,
      product_id: item.product_id,
      kind: 'issue',
      quantity: decimal(item.quantity).neg(),
      value,
      line_number: index + 1,
    })
  }
  if (Object.keys(errors).length === 0) Object.assign(errors, await backdatedShortages(context, plan, input))
  if (Object.keys(errors).length > 0)
    throw new Refusal('insufficient_stock', { errors, params: Object.values(errors)[0]?.params ?? {} })
  await capCosts(context, plan, input, (index) => same[index] === undefined)
  // A row that keeps its cost is capped where its day was moved back: there may have been less on that day.
  await capCosts(context, plan, input, () => true)
  plan.rests.push(...restsOf(plan))
}

/** Goods issued on a day before later receipts cost at most their value on that day. */
async function capCosts(
  context: Context,
  plan: StockPlan,
  input: DocumentInput,
  isCapped: (index: number) => boolean,
): Promise<void> {
  const isLate = ({ last_move_date }: StockState) => last_move_date !== null && last_move_date > input.date
  const own = (move: StockMove) => move.kind === 'issue' && isCapped((move.line_number as number) - 1)
  const issued = Map.groupBy(
    plan.moves.filter((move) => own(move) && isLate(plan.stock.get(move.product_id) as StockState)),
    (move) => move.product_id,
  )
  const total = (moves: readonly StockMove[], of: 'quantity' | 'value') => sum(moves.map((move) => move[of])).neg()
  const leaving = [...issued].map(([product_id, moves]) => ({
    ...{ product_id, date: input.date, quantity: total(moves, 'quantity'), value: total(moves, 'value') },
  }))
  const planned = [
    ...plan.moves.filter((move) => issued.has(move.product_id) && !own(move)),
    ...unsentMoves(plan.stock, issued.keys()),
  ]
  const { decimals } = context.session.organization
  for (const [product_id, most] of await worthThen(context, leaving, planned)) {
    const moves = issued.get(product_id) as StockMove[]
    const parts = split(
      most,
      moves.map((move) => move.value.neg()),
      decimals,
    )
    for (const [index, move] of moves.entries()) {
      move.value = (parts[index] ?? zero).neg()
      plan.costs[(move.line_number as number) - 1] = parts[index] ?? zero
    }
  }
}

/** The remaining value of products without goods. */
function restsOf({ stock, moves }: StockPlan): Rest[] {
  return [...Map.groupBy(moves, (move) => move.product_id)].flatMap(([product_id, own]) => {
    const { quantity, value, last_move_date } = stock.get(product_id) as StockState
    const left = sum([value, ...own.map((move) => move.value)])
    const isGone = sum([quantity, ...own.map((move) => move.quantity)]).eq(0)
    return isGone && !left.eq(0) && last_move_date !== null ? [{ product_id, value: left, date: last_move_date }] : []
  })
}

const poolsOf = (stock: Map<number, StockState>) =>
  new Map<number, Pool>([...stock].map(([id, { quantity, value }]) => [id, { quantity, value }]))

/**
 * The cost a document had issued stays with its unchanged rows; the rest is shared by the other rows of the product, in
 * order. Rows that stay keep their cost even if the product is no longer stocked.
 */
function keptCosts(input: DocumentInput, stays: readonly boolean[], undone: Undone | null) {
  // A value difference written off without a quantity is not a cost of a row.
  const before = (undone?.moves ?? []).filter((move) => !move.quantity.eq(0))
  const same = input.items.map((item, index) => {
    if (stays[index]) return undefined
    const at = before.findIndex((move) => move.product_id === item.product_id && move.quantity.eq(item.quantity))
    return at >= 0 ? before.splice(at, 1)[0]?.value : undefined
  })
  const rest = new Map<number, Kept>()
  for (const { product_id, quantity, value } of before) {
    const sum = rest.get(product_id) ?? { quantity: zero, cost: zero }
    rest.set(product_id, { quantity: sum.quantity.plus(quantity), cost: sum.cost.plus(value) })
  }
  return { same, rest }
}

/**
 * The cost of one row. The part a corrected document had already issued keeps its cost, in proportion; only the excess
 * is issued at today's average (accounting rule B3).
 */
function issueRow(
  pools: Map<number, Pool>,
  kept: Map<number, Kept>,
  productId: number,
  quantity: Decimal,
  decimals: number,
  said?: string,
): { available: Decimal } | { cost: Decimal } {
  const pool = pools.get(productId) ?? emptyStock
  const before = kept.get(productId) ?? { quantity: zero, cost: zero }
  kept.delete(productId)
  const outcome = reissue(pool, before, quantity, decimals)
  if ('refused' in outcome) return { available: pool.quantity.plus(before.quantity) }
  const left = before.quantity.minus(quantity)
  // What a row leaves of it waits for other rows of its product, at its old cost: it is not in the pool for them as well.
  if (left.gt(0)) kept.set(productId, { quantity: left, cost: before.cost.minus(outcome.cost) })
  else pools.set(productId, outcome.state)
  return { cost: said === undefined ? outcome.cost : saidCost(pools, productId, outcome.cost, decimal(said)) }
}

/** The cost that an import says, as far as the stock is worth it; the last piece takes all of it. */
function saidCost(pools: Map<number, Pool>, productId: number, cost: Decimal, said: Decimal): Decimal {
  const { quantity, value } = pools.get(productId) as Pool
  if (quantity.eq(0)) return cost
  const taken = min(said, value.plus(cost))
  pools.set(productId, { quantity, value: value.plus(cost).minus(taken) })
  return taken
}

/** A backdated issue must also leave enough for everything that happened since. */
async function backdatedShortages(context: Context, plan: StockPlan, input: DocumentInput): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const issued = (productId: number) =>
    sum(
      plan.moves
        .filter((move) => move.product_id === productId && move.kind === 'issue')
        .map((move) => move.quantity.neg()),
    )
  const asked = [...plan.stock]
    .filter(([id, state]) => state.last_move_date !== null && state.last_move_date > input.date && issued(id).gt(0))
    .map(([id]) => id)
  const planned = [...plan.moves.filter((move) => asked.includes(move.product_id)), ...unsentMoves(plan.stock, asked)]
  for (const [productId, least] of await minimumStockFrom(context, asked, input.date, planned)) {
    if (least.gte(0)) continue
    const available = least.plus(issued(productId))
    const index = input.items.findIndex((item) => item.product_id === productId)
    errors[`items.${index}.quantity`] = {
      code: 'insufficient_stock',
      params: { available: text(available.lt(0) ? zero : available) },
    }
  }
  return errors
}
