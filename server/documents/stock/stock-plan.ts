import type { Side } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, min, split, sum, text, zero } from '#ledger/money.ts'
import type { ReceivedGoods } from '#ledger/posting/document.ts'
import { isStocked } from '#ledger/posting/product-account.ts'
import { emptyStock, type StockState as Pool, reissue } from '#ledger/stock.ts'
import { stockShortage } from '#server/catalog/stock-shortage.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Caller } from '#server/posting/plan.ts'
import { leavingLots, withExpiry, withLots } from '#server/stock/lots/leaving-lots.ts'
import type { StatedLot } from '#server/stock/lots/row-lots.ts'
import type { PlannedMove, PlannedStock } from '#server/stock/planned-stock.ts'
import { leastQuantity, valueAtMost } from '#server/stock/stock-balances.ts'
import type { Facts } from '../document-facts.ts'
import type { DocumentInput, ItemInput } from '../document-input.ts'
import type { Product } from '../document-references.ts'
import type { PlannedGoods } from '../goods/planned-goods.ts'
import { receivedGoods, type TakenGoods, takenGoods } from '../goods/taken-goods.ts'

/** What a document's rows do to the stock: the moves, and each row's cost (null: not stocked). */
export type StockPlan = {
  moves: PlannedMove[]
  costs: (Decimal | null)[]
  /** For goods that left below their present cost: the rest that no goods can carry is posted to `PPV` (2.1-5). */
  rests: Rest[]
  /** By row, what it clears of goods that moved before, and what a bill says otherwise. */
  taken: (TakenGoods | null)[]
  received: (ReceivedGoods | null)[]
  /** By row, the batches or serial numbers that move with it. */
  lots: (StatedLot[] | null)[]
}
export type Rest = { product_id: number; value: Decimal; date: string }
/** For a corrected document its earlier rows, and the mirror of its moves: unchanged rows keep their cost. */
type Corrected = { mirror: readonly PlannedMove[] } & Pick<DocumentInput, 'items'>
type IssuedStock = { quantity: Decimal; cost: Decimal }
type Content = { side: Side; id: number; input: DocumentInput; facts: Facts; before: Corrected | null }

/**
 * Plans the moves and refuses, on its row, what is not in stock now or was not on the document's day. The mirror of a corrected document
 * is in the stock already.
 */
export function planMoves(caller: Caller, content: Content, stock: PlannedStock, goods: PlannedGoods): StockPlan {
  const { side, id, input, facts, before } = content
  // Money before the supply moves no goods.
  const moves = side.document !== 'advance_invoice'
  const stays = stayUnmoved(input, before)
  const stocked = input.items.map(
    (item, index) =>
      moves && !stays[index] && !item.goods_line_id && isStocked(facts.products.get(item.product_id) as Product),
  )
  const taken = takenGoods(caller, input, goods, facts.decimals)
  const plan: StockPlan = { moves: [], costs: [], rests: [], taken, received: [], lots: [] }
  const draft = { date: input.date, document_id: id }
  if (side.name === 'purchases') receiveRows(caller, plan, content, stocked, draft, stock)
  else issueRows(caller, plan, input, stocked, draft, previousCosts(input, stays, before), stock)
  const rows = input.items.map((item, index) => (stocked[index] ? { ...item, lots: facts.lots[index] ?? null } : null))
  plan.lots =
    side.name === 'sales'
      ? leavingLots(stock, rows, { date: input.date, place_id: stock.place, sells: true, before: before?.items ?? [] })
      : facts.lots.map((lots, index) => withExpiry(stock, input.items[index]?.product_id, lots))
  plan.moves = withLots(plan.moves, plan.lots)
  if (side.name === 'sales') plan.rests.push(...restsOf(plan, before, stock))
  return plan
}

/** The same for goods that leave with another record, which names its moves. */
export function issueGoods(
  caller: Caller,
  input: IssuedGoods,
  stocked: boolean[],
  stock: PlannedStock,
): Pick<StockPlan, 'moves' | 'costs' | 'rests'> {
  const plan: StockPlan = { moves: [], costs: [], rests: [], taken: [], received: [], lots: [] }
  issueRows(caller, plan, input, stocked, { date: input.date }, { same: [], rest: new Map() }, stock)
  plan.rests.push(...restsOf(plan, null, stock))
  return plan
}

/** Which rows did not change and moved nothing: that their product has become stocked since moves nothing of them (accounting rule B3). */
function stayUnmoved({ items }: DocumentInput, before: Corrected | null): boolean[] {
  const moved = new Set(before?.mirror.map((move) => move.line_number))
  const unmoved = (before?.items ?? []).filter((item, index) => !item.goods_line_id && !moved.has(index + 1))
  return items.map(({ product_id, quantity, goods_line_id }) => {
    // What moved with a goods note was no row that moved nothing.
    if (goods_line_id) return false
    const at = unmoved.findIndex((row) => row.product_id === product_id && decimal(row.quantity).eq(quantity))
    if (at >= 0) unmoved.splice(at, 1)
    return at >= 0
  })
}

type Draft = { date: string; document_id?: number }
/** The rows of an issue: those of a document, or of a delivery note. */
type IssuedGoods = Pick<DocumentInput, 'date'> & {
  items: readonly Pick<ItemInput, 'product_id' | 'quantity' | 'cost'>[]
}

function receiveRows(
  caller: Caller,
  plan: StockPlan,
  { id, input, facts }: Content,
  stocked: boolean[],
  draft: Draft,
  stock: PlannedStock,
): void {
  const before = receivedGoods(caller, { id, input, facts }, plan.taken, stock)
  plan.received = before.received
  plan.moves.push(...before.moves)
  for (const [index, item] of input.items.entries()) {
    const cost = stocked[index] || plan.received[index] ? (facts.posted.base.lines[index] ?? zero) : null
    plan.costs.push(cost)
    if (cost && !plan.received[index])
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

function issueRows(
  caller: Caller,
  plan: StockPlan,
  input: IssuedGoods,
  stocked: boolean[],
  draft: Draft,
  { same, rest }: ReturnType<typeof previousCosts>,
  stock: PlannedStock,
): void {
  const { decimals } = caller.session.organization
  const pools = poolsOf(stock)
  const errors: FieldErrors = {}
  const products = input.items.map(({ product_id }) => product_id)
  for (const [index, item] of input.items.entries()) {
    const cost = same[index]
    const taken = plan.taken[index]
    if (taken || (!stocked[index] && !cost)) {
      // What was delivered before has its cost already.
      plan.costs.push(taken?.is_stocked ? taken.value : null)
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
  if (Object.keys(errors).length === 0) Object.assign(errors, backdatedShortages(plan, input, stock))
  if (Object.keys(errors).length > 0)
    throw new Refusal('insufficient_stock', { errors, params: Object.values(errors)[0]?.params ?? {} })
  capCosts(caller, plan, input, stock, (index) => same[index] === undefined)
  // A row that keeps its cost is capped where its day was moved back: there may have been less on that day.
  capCosts(caller, plan, input, stock, () => true)
}

const totalOf = (moves: readonly PlannedMove[], of: 'quantity' | 'value') => sum(moves.map((move) => move[of]))

/** Goods issued on a day before later receipts cost at most their value on that day. */
function capCosts(
  caller: Caller,
  plan: StockPlan,
  { date }: IssuedGoods,
  stock: PlannedStock,
  isCapped: (index: number) => boolean,
): void {
  const { decimals } = caller.session.organization
  const own = (move: PlannedMove) => isCapped((move.line_number as number) - 1)
  for (const [product_id, moves] of Map.groupBy(plan.moves.filter(own), (move) => move.product_id)) {
    const last = stock.of(product_id).last_move_date
    if (last === null || last <= date) continue
    const others = plan.moves.filter((move) => move.product_id === product_id && !own(move))
    const leaving = { quantity: totalOf(moves, 'quantity').neg(), value: totalOf(moves, 'value').neg() }
    const most = valueAtMost(stock.balancesFrom(product_id, date, others), leaving, decimals)
    if (most === undefined) continue
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
function restsOf({ moves }: StockPlan, before: Corrected | null, stock: PlannedStock): Rest[] {
  const touched = new Set([...(before?.mirror ?? []), ...moves].map((move) => move.product_id))
  return [...touched].flatMap((product_id) => {
    const own = moves.filter((move) => move.product_id === product_id)
    const { quantity, value, last_move_date } = stock.of(product_id)
    const left = value.plus(totalOf(own, 'value'))
    const isOutOfStock = quantity.plus(totalOf(own, 'quantity')).eq(0)
    return isOutOfStock && !left.eq(0) && last_move_date !== null
      ? [{ product_id, value: left, date: last_move_date }]
      : []
  })
}

/** The pools as they were before a correction: what a row keeps is counted next to them. */
const poolsOf = ({ facts }: PlannedStock) =>
  new Map<number, Pool>([...facts.products].map(([id, { quantity, value }]) => [id, { quantity, value }]))

/**
 * The cost a document had issued stays with its unchanged rows; the rest is shared by the other rows of the product, in
 * order. Rows that stay keep their cost even if the product is no longer stocked.
 */
function previousCosts(input: DocumentInput, stays: readonly boolean[], undone: Corrected | null) {
  // A value difference written off without a quantity is not a cost of a row.
  const before = (undone?.mirror ?? []).filter((move) => !move.quantity.eq(0))
  const same = input.items.map((item, index) => {
    if (stays[index] || item.goods_line_id) return undefined
    const at = before.findIndex((move) => move.product_id === item.product_id && move.quantity.eq(item.quantity))
    return at >= 0 ? before.splice(at, 1)[0]?.value : undefined
  })
  const rest = new Map<number, IssuedStock>()
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
  kept: Map<number, IssuedStock>,
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
  return { cost: said === undefined ? outcome.cost : statedCost(pools, productId, outcome.cost, decimal(said)) }
}

/** The cost that an import says, as far as the stock is worth it; the last piece takes all of it. */
function statedCost(pools: Map<number, Pool>, productId: number, cost: Decimal, said: Decimal): Decimal {
  const { quantity, value } = pools.get(productId) as Pool
  if (quantity.eq(0)) return cost
  const taken = min(said, value.plus(cost))
  pools.set(productId, { quantity, value: value.plus(cost).minus(taken) })
  return taken
}

/** A backdated issue must also leave enough for everything that happened since. */
function backdatedShortages(plan: StockPlan, { date, items }: IssuedGoods, stock: PlannedStock): FieldErrors {
  const errors: FieldErrors = {}
  for (const [productId, moves] of Map.groupBy(plan.moves, (move) => move.product_id)) {
    const last = stock.of(productId).last_move_date
    const issued = totalOf(moves, 'quantity').neg()
    if (last === null || last <= date || issued.lte(0)) continue
    const least = leastQuantity(stock.balancesFrom(productId, date, moves))
    if (least.gte(0)) continue
    const available = least.plus(issued)
    const index = items.findIndex((item) => item.product_id === productId)
    errors[`items.${index}.quantity`] = {
      code: 'insufficient_stock',
      params: { available: text(available.lt(0) ? zero : available) },
    }
  }
  return errors
}
