import type { z } from 'zod'
import type { FieldErrors } from '#contract/issues.ts'
import type { stockTransfers } from '#contract/places/transfers.ts'
import { rowsInActiveUnit, type UnitOfRow, unitColumns } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Id, NextNumber } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { lockedPlaces, type PlaceRows } from '#server/stock/locked-places.ts'
import { leavingLots } from '#server/stock/lots/leaving-lots.ts'
import { lotsColumn, rowsWithLots, type StatedLot } from '#server/stock/lots/row-lots.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { stockOf } from '#server/stock/stock-balances.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { stockedProducts } from '#server/stock/stocked-products.ts'
import { placeThatMoves, planBetween, requireInPlace } from './plan-between.ts'
import { transitPlace } from './transit-place.ts'

/** `number`: that of an import. */
type TransferBody = z.output<typeof stockTransfers.input>
export type TransferInput = Omit<TransferBody, 'items'> & {
  items: (TransferBody['items'][number] & UnitOfRow)[]
  number?: string
}

/** Goods go from one place to another on a day. Neither the pool nor its value changes (accounting rule 2.1-15). Answers its id. */
export const saveTransfer = async (context: Context, input: TransferInput): Promise<number> =>
  runWrite(context, transferRule, {
    ...input,
    items: await rowsInActiveUnit(context, input.items),
    transit: input.in_transit ? await transitPlace(context) : null,
  })

export const transferRule = { needs, decide }

/** `transit`: where the goods are until they are received. */
type Input = TransferInput & { transit: number | null }

function needs(_: Context, input: Input) {
  const products = input.items.map(({ product_id }) => product_id)
  return {
    calendar: calendarFrom(input.transfer_date),
    places: lockedPlaces([input.from_place_id, input.to_place_id, ...(input.transit === null ? [] : [input.transit])]),
    stock: stockFrom(input.transfer_date, { products, lots: input.items }),
    products: stockedProducts({ products }),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<ReturnType<typeof needs>>

function decide(caller: Caller, facts: Facts, input: Input): Decision<number> {
  const { transfer_date: date, from_place_id, transit } = input
  if (date > caller.today) throw new Refusal('date_in_future', { field: 'transfer_date' })
  requirePlaces(facts.places, input)
  const to_place_id = transit ?? input.to_place_id
  requireGoods(facts, input)
  facts.calendar.open(date, 'transfer_date', 'stock')
  const plan = new Plan(caller, facts.accounts)
  const stock = new PlannedStock(plan, facts.stock)
  const series = { kind: 'transfer', prefix: 'TRF', date } as const
  if (input.number !== undefined) plan.takeOver(series, input.number)
  const sent = rowsWithLots(input.items, (product) => stock.lots.of(product))
  const leaving = { date, place_id: placeThatMoves(facts.places, from_place_id), sells: false }
  const lots = leavingLots(stock, sent, leaving)
  const items = sent.map((item, index) => ({ ...item, lots: lots[index] ?? null }))
  const id = plan.addNamed('stock_transfers', {
    number: input.number ?? new NextNumber(series),
    transfer_date: date,
    from_place_id,
    to_place_id,
    ...(transit !== null && { state: 'sent', target_place_id: input.to_place_id }),
    notes: input.notes ?? null,
    created_by: caller.session.user_id,
  })
  planTransferRows(plan, id, items)
  planBetween(stock, facts.places, { id, date, from: from_place_id, to: to_place_id }, items)
  requireInPlace(stock, facts.places, { from: from_place_id, date }, items)
  return { plan, result: () => id.value }
}

type TransferRow = { product_id: number; quantity: string; lots: StatedLot[] | null } & UnitOfRow
/** The rows of a transfer, as they state their units. */
export function planTransferRows(plan: Plan, stock_transfer_id: Id, items: readonly TransferRow[]): void {
  for (const [index, item] of items.entries()) {
    const { product_id, quantity } = item
    const place = { stock_transfer_id, line_number: index + 1 }
    plan.add('stock_transfer_lines', {
      ...place,
      product_id,
      quantity,
      ...unitColumns(item),
      lots: lotsColumn(item.lots),
    })
  }
}

function requirePlaces(places: PlaceRows, { from_place_id, to_place_id }: TransferInput): void {
  const errors: FieldErrors = {}
  for (const [field, id] of Object.entries({ from_place_id, to_place_id })) {
    const place = places.get(id)
    if (!place || place.is_transit) errors[field] = { code: 'unknown_reference' }
    else if (place.status !== 'active') errors[field] = { code: 'inactive_reference' }
  }
  if (from_place_id === to_place_id) errors.to_place_id ??= { code: 'transfer_to_itself' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

function requireGoods({ products, stock }: Facts, { items }: TransferInput): void {
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  for (const [index, { product_id }] of items.entries()) {
    const product = products.get(product_id)
    const code = !product
      ? 'unknown_reference'
      : seen.has(product_id)
        ? 'product_twice'
        : product.is_stocked || stockOf(stock, product_id).quantity.gt(0)
          ? undefined
          : 'not_stocked'
    if (code) errors[`items.${index}.product_id`] = { code }
    seen.add(product_id)
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}
