import { type Decimal, decimal, max, ratio, round, sum, zero } from '#ledger/money.ts'
import { shareOfRow } from '#ledger/order-share.ts'
import type { ReceivedGoods } from '#ledger/posting/document.ts'
import { inventoryShare } from '#ledger/posting/supplier-credit.ts'
import type { Caller } from '#server/posting/plan.ts'
import type { PlannedMove, PlannedStock } from '#server/stock/planned-stock.ts'
import { leastQuantity, valueAtMost } from '#server/stock/stock-balances.ts'
import type { Facts } from '../document-facts.ts'
import type { DocumentInput } from '../document-input.ts'
import type { PlannedGoods } from './planned-goods.ts'

/** What a row of a document clears of a row of a goods note. Goods without stock have no value there. */
export type TakenGoods = {
  line: number
  taker_line: number
  day: string
  quantity: Decimal
  value: Decimal
  /** Before tax, in the currency of the order. */
  net: Decimal
  branch_id: number
  is_stocked: boolean
}

/** By the rows of a document: null for one that moves its goods itself, or has none. */
export function takenGoods(
  { session }: Caller,
  { date, items }: Pick<DocumentInput, 'date' | 'items'>,
  goods: PlannedGoods,
  netDecimals: number,
): (TakenGoods | null)[] {
  const { decimals } = session.organization
  const taken = new Map<number, Decimal>()
  return items.map(({ goods_line_id: line, quantity: much }, index) => {
    if (!line) return null
    const row = goods.of(line)
    const [quantity, before] = [decimal(much), taken.get(line) ?? zero]
    taken.set(line, before.plus(quantity))
    const value = row.is_stocked ? goods.valueOf(line, quantity, before, decimals) : zero
    const counted = { quantity: row.quantity, taken: decimal(row.settled).plus(before), much: quantity }
    const net = shareOfRow(row.net, counted, netDecimals)
    const { branch_id, is_stocked } = row
    return { line, taker_line: index + 1, day: date, quantity, value, net, branch_id, is_stocked }
  })
}

type Bill = { id: number; input: DocumentInput; facts: Facts }
type Difference = { index: number; price: Decimal; rate: Decimal }

/**
 * What the rows of a bill say otherwise than the goods they clear: the part of a price difference that belongs to goods on hand on its day
 * and later goes to stock, the rest is a price variance (accounting rules 2.1-6 and 2.1-14); the rest is the rate.
 */
export function receivedGoods(
  caller: Caller,
  { id, input, facts }: Bill,
  taken: readonly (TakenGoods | null)[],
  stock: PlannedStock,
): { received: (ReceivedGoods | null)[]; moves: PlannedMove[] } {
  const received = taken.map((): ReceivedGoods | null => null)
  const moves: PlannedMove[] = []
  const valued = taken.flatMap((one, index) => (one?.is_stocked ? [{ one, index }] : []))
  for (const [product_id, own] of Map.groupBy(valued, ({ index }) => input.items[index]?.product_id as number)) {
    const differences = own.map(({ one, index }) => differenceOf(caller, input, facts, one, index))
    const ofStock = stockShare(
      caller,
      product_id,
      input.date,
      differences,
      sum(own.map(({ one }) => one.quantity)),
      stock,
    )
    for (const [place, { one, index }] of own.entries()) {
      const { price, rate } = differences[place] as Difference
      const share = ofStock[place] ?? zero
      received[index] = { branch_id: one.branch_id, value: one.value, stock: share, variance: price.minus(share), rate }
      const move = {
        product_id,
        date: input.date,
        quantity: zero,
        value: share,
        document_id: id,
        line_number: index + 1,
      }
      if (!share.eq(0)) moves.push({ ...move, kind: share.gt(0) ? 'receipt' : 'issue' })
    }
  }
  return { received, moves }
}

function differenceOf(
  { session }: Caller,
  input: DocumentInput,
  facts: Facts,
  taken: TakenGoods,
  index: number,
): Difference {
  const { currency_id, decimals } = session.organization
  const atOwnRate =
    input.currency_id === currency_id ? taken.value : round(taken.net.times(facts.exchange_rate), decimals)
  const net = facts.posted.base.lines[index] ?? zero
  return { index, price: net.minus(atOwnRate), rate: atOwnRate.minus(taken.value) }
}

/** The part of the price differences of a product that stock takes, by row; counted from the start, so that the parts sum to it. */
function stockShare(
  { session }: Caller,
  product_id: number,
  date: string,
  differences: readonly Difference[],
  quantity: Decimal,
  stock: PlannedStock,
): Decimal[] {
  const { decimals } = session.organization
  const whole = sum(differences.map(({ price }) => price))
  if (whole.eq(0)) return differences.map(() => zero)
  const balances = stock.balancesFrom(product_id, date)
  const onHand = max(leastQuantity(balances), zero)
  const wanted = inventoryShare(whole, onHand, quantity, decimals)
  const most = wanted.lt(0)
    ? valueAtMost(balances, { quantity: zero, value: wanted.neg() }, decimals)?.neg()
    : undefined
  const share = most ?? wanted
  const until = differences.map((_, place) => sum(differences.slice(0, place + 1).map(({ price }) => price)))
  const parts = until.map((counted) => ratio(share, counted, whole, decimals))
  return parts.map((part, place) => part.minus(parts[place - 1] ?? zero))
}
