import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import type { GoodsReturnBody } from '#contract/goods/goods-notes.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import { type UnitOfRow, unitColumns } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type GoodsRow, openOf } from '#server/documents/goods/goods-rows.ts'
import { PlannedGoods } from '#server/documents/goods/planned-goods.ts'
import { takenGoods } from '#server/documents/goods/taken-goods.ts'
import { issueGoods } from '#server/documents/stock/stock-plan.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom } from '#server/stock/branch-stock.ts'
import { leavingLots, refuseLots, withExpiry } from '#server/stock/lots/leaving-lots.ts'
import { returnedLots, sumOfLots } from '#server/stock/lots/returned-lots.ts'
import type { StatedLot } from '#server/stock/lots/row-lots.ts'
import { placeOfRecord, requirePlace } from '#server/stock/place-of-record.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { goodsInBaseUnit } from './goods-in-base-unit.ts'
import { type GoodsLine, planGoodsNote } from './plan-goods-note.ts'
import { goodsOfNote, lockedNote, movedByNote, unlockedNote } from './stored-goods-note.ts'

export type GoodsReturnInput = Omit<GoodsReturnBody, 'items'> & {
  items: (GoodsReturnBody['items'][number] & UnitOfRow)[]
  number?: string
  costs?: readonly (string | undefined)[]
}
type Input = { kind: GoodsKind; id: number; input: GoodsReturnInput }

/**
 * Goods of a note come back before their document: a customer's at the cost of their row, counted from the start, so that returning
 * everything in any parts brings back all of it; to a supplier they leave at the present average (accounting rules 2.1-6, 2.1-14).
 */
export const returnGoods = async (
  context: Context,
  kind: GoodsKind,
  id: number,
  input: GoodsReturnInput,
): Promise<number> => {
  const items = await goodsInBaseUnit(context, 'goods_note_lines', input.items, ({ goods_line_id }) => goods_line_id)
  return runWrite(context, returnedGoods, { kind, id, input: { ...input, items } })
}

export const returnedGoods = { needs, decide }

async function needs(context: Context, { kind, id, input }: Input) {
  const unlocked = await unlockedNote(context, kind, id)
  const { note_date, place_id } = input
  return {
    // Goods come back to where they were, or leave from there, unless another place is named.
    place: placeOfRecord({ place_id: place_id ?? unlocked.place_id, branch_id: null }),
    unlocked: known(unlocked),
    calendar: calendarFrom(note_date),
    note: lockedNote(kind, id),
    rows: goodsOfNote(id),
    names: namesOf(id),
    stock: stockFrom(note_date, { ...movedByNote(id), lots: input.items }),
    branches: branchStockFrom(note_date),
    ids: newIdsOf('goods_notes', 1),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

const namesOf = (id: number) =>
  read(async ({ db }) => {
    const columns = ['id', 'product_name', 'product_name_en'] as const
    const rows = await db.selectFrom('goods_note_lines').select(columns).where('goods_note_id', '=', id).execute()
    return new Map(rows.map(({ id: line, ...names }) => [line, names]))
  })

function decide(caller: Caller, facts: Facts, { kind, id, input }: Input): Decision<number> {
  const { note } = facts
  const { note_date } = input
  if (note.state === 'void')
    throw new Refusal('goods_note_void', { field: 'note_date', params: { number: note.number } })
  if (note.is_return) throw new Refusal('goods_note_returned', { field: 'note_date', params: { number: note.number } })
  if (note_date > caller.today) throw new Refusal('date_in_future', { field: 'note_date' })
  if (note_date < note.note_date) throw new Refusal('date_before_source', { field: 'note_date' })
  requirePlace(facts.place)
  requireOpen(facts, id, input)
  const [own] = facts.ids as [number]
  const plan = new Plan(caller, facts.accounts)
  const goods = new PlannedGoods(plan, facts.rows)
  const stock = new PlannedStock(plan, facts.stock, facts.place.moves)
  const items = input.items.map((item) => ({ ...item, product_id: goods.of(item.goods_line_id).product_id }))
  const taken = takenGoods(
    caller,
    { date: note_date, items: items as Parameters<typeof takenGoods>[1]['items'] },
    goods,
    6,
  )
  const stocked = taken.map((one) => one?.is_stocked === true)
  const costs = items.map((item, index) => ({ ...item, ...costOf(input, index) }))
  const issued =
    kind.name === 'goods_receipt' ? issueGoods(caller, { date: note_date, items: costs }, stocked, stock) : null
  const lots = lotsOfReturn(kind, input, goods, { stocked, stock })
  const lines = items.map((item, index): GoodsLine => {
    const { order_line_id, is_stocked, id: returned_line_id, product_id } = goods.of(item.goods_line_id)
    const value = taken[index]?.value ?? zero
    const names = facts.names.get(item.goods_line_id) ?? { product_name: '', product_name_en: null }
    const cost = issued ? (issued.costs[index] ?? zero) : value
    return {
      ...names,
      product_id,
      order_line_id,
      returned_line_id,
      quantity: item.quantity,
      ...unitColumns(item),
      lots: lots[index] ?? null,
      is_stocked,
      value,
      cost,
      net: zero,
    }
  })
  const { party_id, branch_id, currency_id, exchange_rate } = note
  const entry_id = planGoodsNote(
    plan,
    caller,
    { ...facts, stock },
    {
      id: own,
      kind,
      is_return: true,
      note_date,
      party_id,
      branch_id,
      currency_id,
      exchange_rate,
      place_id: facts.place.id,
      reference: input.reference,
      notes: input.notes,
      number: input.number,
      lines,
      rests: issued?.rests ?? [],
    },
  )
  goods.clear(
    { goods_note_id: own },
    taken.filter((one) => one !== null),
    entry_id,
  )
  return { plan, result: () => own }
}

/** The lots of the rows that come back, or leave again. */
function lotsOfReturn(
  { name }: GoodsKind,
  { items, note_date: date }: GoodsReturnInput,
  goods: PlannedGoods,
  { stocked, stock }: { stocked: readonly boolean[]; stock: PlannedStock },
): (StatedLot[] | null)[] {
  const errors: FieldErrors = {}
  const lots = items.map((item, index) => {
    const { product_id, lots: own, returned_lots } = goods.of(item.goods_line_id)
    const tracked = stocked[index] ? stock.lots.of(product_id) : undefined
    const original = { lots: own ?? [], returned: sumOfLots(returned_lots) }
    return returnedLots(item, original, tracked, errors, `items.${index}`)
  })
  refuseLots(errors)
  if (name === 'delivery_note')
    return lots.map((own, index) => withExpiry(stock, goods.of(items[index]?.goods_line_id ?? 0).product_id, own))
  const leaving = items.map(({ goods_line_id, quantity }, index) =>
    stocked[index] ? { product_id: goods.of(goods_line_id).product_id, quantity, lots: lots[index] ?? null } : null,
  )
  return leavingLots(stock, leaving, { date, place_id: stock.place, sells: false })
}

const costOf = ({ costs }: GoodsReturnInput, index: number) =>
  costs?.[index] === undefined ? {} : { cost: costs[index] }

/** Never more comes back than waits for its document, on that day and later. */
function requireOpen({ rows, note }: Facts, id: number, { note_date, items }: GoodsReturnInput): void {
  const errors: FieldErrors = {}
  for (const [index, { goods_line_id }] of items.entries()) {
    const row = rows.get(goods_line_id)
    if (row?.goods_note_id !== id) errors[`items.${index}.goods_line_id`] = { code: 'unknown_reference' }
    else {
      const open = openOf({ ...row, own: '0' } as GoodsRow, note_date, () => false)
      const params = { number: note.number, open: text(open.lt(0) ? zero : open) }
      if (quantityOf(items, goods_line_id).gt(open))
        errors[`items.${index}.quantity`] = { code: 'goods_exceeded', params }
    }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

const quantityOf = (items: GoodsReturnInput['items'], row: number): Decimal =>
  items
    .filter(({ goods_line_id }) => goods_line_id === row)
    .reduce((sum, { quantity }) => sum.plus(decimal(quantity)), zero)
