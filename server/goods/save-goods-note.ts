import { type GoodsKind, goodsKinds } from '#contract/goods/goods-kinds.ts'
import type { GoodsNoteBody } from '#contract/goods/goods-notes.ts'
import { exposureOf } from '#ledger/credit.ts'
import { type Decimal, decimal, round, zero } from '#ledger/money.ts'
import { shareOfRow } from '#ledger/order-share.ts'
import { isStocked } from '#ledger/posting/product-account.ts'
import { type UnitOfRow, unitColumns } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { issueGoods } from '#server/documents/stock/stock-plan.ts'
import { creditOf, requireCredit } from '#server/parties/credit-exposure.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, decideWrite, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom } from '#server/stock/branch-stock.ts'
import { leavingLots } from '#server/stock/lots/leaving-lots.ts'
import { rowsWithLots, type StatedLot } from '#server/stock/lots/row-lots.ts'
import { placeOfRecord, requirePlace } from '#server/stock/place-of-record.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { goodsInBaseUnit } from './goods-in-base-unit.ts'
import { headOfOrder, type OrderGoods, orderGoodsOf, orderGoodsProblems, productsOfOrder } from './order-goods.ts'
import { type GoodsLine, planGoodsNote } from './plan-goods-note.ts'

/** `number` and `costs` are those that an import brings: history is not computed again. */
export type GoodsNoteInput = Omit<GoodsNoteBody, 'items'> & {
  items: (GoodsNoteBody['items'][number] & UnitOfRow)[]
  number?: string
  costs?: readonly (string | undefined)[]
}
type Input = { kind: GoodsKind; input: GoodsNoteInput }

/** Posts a delivery or a receipt: its goods move on its day, and wait for their invoice or bill (accounting rule 2.1-14). Answers its id. */
export const saveGoodsNote = async (context: Context, kind: GoodsKind, input: GoodsNoteInput): Promise<number> =>
  runWrite(context, goodsNoteRule, { kind, input: await inBaseUnit(context, input) })

export const previewGoodsNote = async (context: Context, kind: GoodsKind, input: GoodsNoteInput): Promise<Plan> =>
  (await decideWrite(context, goodsNoteRule, { kind, input: await inBaseUnit(context, input) })).plan

const inBaseUnit = async (context: Context, input: GoodsNoteInput): Promise<GoodsNoteInput> => ({
  ...input,
  items: await goodsInBaseUnit(context, 'order_lines', input.items, ({ order_line_id }) => order_line_id),
})

export const goodsNoteRule = { needs, decide }

async function needs(context: Context, { kind, input }: Input) {
  const { note_date } = input
  const [products, head] = await Promise.all([productsOfOrder(context, input), headOfOrder(context, input)])
  return {
    // Where none is named it is the place of the order.
    place: placeOfRecord({
      place_id: input.place_id ?? head.place_id,
      branch_id: input.branch_id ?? head.branch_id,
    }),
    calendar: calendarFrom(note_date),
    orderGoods: orderGoodsOf(input),
    stock: stockFrom(note_date, { products, lots: input.items }),
    references: referencedRows({ branch_id: ['branches', input.branch_id, {}, 'active'] }),
    branches: branchStockFrom(note_date),
    credit: await creditOfDelivery(context, kind, input),
    ids: newIdsOf('goods_notes', 1),
    accounts: postingAccounts,
  }
}
/** An import brings what left already. */
async function creditOfDelivery(context: Context, { name }: GoodsKind, { items, costs }: GoodsNoteInput) {
  if (name !== 'delivery_note' || costs !== undefined || !context.session.organization.uses_credit_limits)
    return known(null)
  const order = await context.db
    .selectFrom('order_lines as line')
    .innerJoin('orders as owner', 'owner.id', 'line.order_id')
    .select('owner.party_id')
    .where('line.id', '=', items[0]?.order_line_id ?? 0)
    .executeTakeFirst()
  return order ? creditOf(context, order.party_id) : known(null)
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, { kind, input }: Input): Decision<number> {
  const { note_date } = input
  if (note_date > caller.today) throw new Refusal('date_in_future', { field: 'note_date' })
  requireReferences(facts.references)
  requirePlace(facts.place)
  const errors = orderGoodsProblems(caller, kind, facts.orderGoods, input)
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  const rows = input.items.map(({ order_line_id }) => facts.orderGoods.get(order_line_id) as OrderGoods)
  const [first] = rows as [OrderGoods]
  if (first.party_status === 'blocked') throw new Refusal('party_blocked', { field: 'items.0.order_line_id' })
  // Nothing more leaves to a customer who owes more than his limit, lowered ones included; what leaves was counted with its order.
  if (facts.credit && exposureOf(facts.credit).gt(facts.credit.limit))
    requireCredit(facts.credit, '0.0001', 'items.0.order_line_id')
  // The goods of a row that was agreed otherwise since are not locked.
  if (rows.some((row) => stocked(row) && !facts.stock.products.has(row.product_id))) throw new Refusal('conflict_retry')
  const exchange_rate = kind.name === 'delivery_note' ? '1' : (input.exchange_rate ?? first.rate)
  if (exchange_rate === null) throw new Refusal('currency_without_rate', { field: 'note_date' })
  const [id] = facts.ids as [number]
  const plan = new Plan(caller, facts.accounts)
  const stock = new PlannedStock(plan, facts.stock, facts.place.moves)
  const stated = rowsWithLots(
    rows.map(({ product_id }, index) => ({ quantity: '0', ...input.items[index], product_id })),
    (product) => stock.lots.of(product),
  ).map(({ lots }) => lots)
  const goods =
    kind.name === goodsKinds.delivery_note.name
      ? deliveredLines(caller, input, { rows, stated }, stock)
      : { lines: receivedLines(caller, input, { rows, stated }, exchange_rate), rests: [] }
  planGoodsNote(
    plan,
    caller,
    { ...facts, stock },
    {
      id,
      kind,
      is_return: false,
      note_date,
      party_id: first.party_id,
      branch_id: input.branch_id ?? first.branch_id,
      place_id: facts.place.id,
      currency_id: first.currency_id,
      exchange_rate,
      reference: input.reference,
      notes: input.notes,
      number: input.number,
      ...goods,
    },
  )
  return { plan, result: () => id }
}

const stocked = ({ is_service, unlimited_quantity }: OrderGoods): boolean =>
  isStocked({ type: is_service ? 'service' : 'product', unlimited_quantity })

type Item = GoodsNoteInput['items'][number]
const lineOf = (row: OrderGoods, item: Item | undefined): Omit<GoodsLine, 'value' | 'cost' | 'net' | 'lots'> => ({
  product_id: row.product_id,
  product_name: row.product_name,
  product_name_en: row.product_name_en,
  order_line_id: row.id,
  returned_line_id: null,
  quantity: item?.quantity ?? '0',
  ...unitColumns(item ?? {}),
  is_stocked: stocked(row),
})

type Moving = { rows: readonly OrderGoods[]; stated: readonly (StatedLot[] | null)[] }

/** Goods leave at the average of their day, as those of an invoice do. */
function deliveredLines(caller: Caller, input: GoodsNoteInput, { rows, stated }: Moving, stock: PlannedStock) {
  const items = rows.map(({ product_id }, index) => {
    const cost = input.costs?.[index]
    return { product_id, quantity: input.items[index]?.quantity ?? '0', ...(cost !== undefined && { cost }) }
  })
  const { costs, rests } = issueGoods(caller, { date: input.note_date, items }, rows.map(stocked), stock)
  const leaving = rows.map((row, index) => {
    const { product_id, quantity = '0' } = { ...row, ...input.items[index] }
    return stocked(row) ? { product_id, quantity, cost: input.costs?.[index], lots: stated[index] ?? null } : null
  })
  const lots = leavingLots(stock, leaving, { date: input.note_date, place_id: stock.place, sells: true })
  const lines = rows.map((row, index): GoodsLine => {
    const cost = costs[index] ?? zero
    return { ...lineOf(row, input.items[index]), lots: lots[index] ?? null, value: cost, cost, net: zero }
  })
  return { lines, rests }
}

/** Goods come at the order's value, of what came before its own part, at the rate of the day. */
function receivedLines(
  { session }: Caller,
  input: GoodsNoteInput,
  { rows, stated }: Moving,
  rate: string,
): GoodsLine[] {
  const before = new Map<number, Decimal>()
  return rows.map((row, index) => {
    const quantity = input.items[index]?.quantity ?? '0'
    const taken = before.get(row.id) ?? decimal(row.delivered)
    before.set(row.id, taken.plus(quantity))
    const net = stocked(row)
      ? shareOfRow(row.net, { quantity: row.quantity, taken, much: quantity }, row.decimals)
      : zero
    const value = round(net.times(rate), session.organization.decimals)
    return { ...lineOf(row, input.items[index]), lots: stated[index] ?? null, value, cost: value, net }
  })
}
