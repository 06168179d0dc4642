import type { z } from 'zod'
import type { FieldErrors } from '#contract/issues.ts'
import type { receiveTransferCall } from '#contract/places/transfers.ts'
import { type Decimal, decimal, max, text, zero } from '#ledger/money.ts'
import { rowsInBaseUnit, type UnitOfRow } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { NextNumber } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { lockedPlaces } from '#server/stock/locked-places.ts'
import { refuseLots, withExpiry } from '#server/stock/lots/leaving-lots.ts'
import { returnedLots, sumOfLots } from '#server/stock/lots/returned-lots.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { arrivedOf } from './arrived-goods.ts'
import { planBetween, requireInPlace } from './plan-between.ts'
import { isTransferSeen } from './read-places.ts'
import { planTransferRows } from './save-transfer.ts'
import { lockedTransfer, unlockedTransfer } from './stored-transfer.ts'

/** `number`: that of an import. */
type ReceiptBody = z.output<typeof receiveTransferCall.body>
export type ReceiptInput = Omit<ReceiptBody, 'items'> & {
  items: (ReceiptBody['items'][number] & UnitOfRow)[]
  number?: string
}
type Input = { id: number; input: ReceiptInput }

/** Sent goods come to the place they are meant for, in whole or in part, or go back to who sent them. Answers the id of the receipt. */
export const receiveTransfer = async (context: Context, id: number, input: ReceiptInput): Promise<number> => {
  // A unit that was closed on the way is received as it was sent.
  const items = await rowsInBaseUnit(context, input.items)
  return runWrite(context, { needs, decide }, { id, input: { ...input, items } })
}

async function needs(context: Context, { id, input }: Input) {
  const { row, items: sent } = await unlockedTransfer(context, id)
  if (!(await isTransferSeen(id).load(context))) throw new Refusal('not_found')
  const { from_place_id, to_place_id, target_place_id } = row
  return {
    id: known(id),
    calendar: calendarFrom(input.transfer_date),
    transfer: lockedTransfer(id),
    places: lockedPlaces([from_place_id, to_place_id, ...(target_place_id === null ? [] : [target_place_id])]),
    stock: stockFrom(input.transfer_date, {
      products: input.items.map(({ product_id }) => product_id),
      lots: [...sent, ...input.items],
    }),
    arrived: arrivedOf(id),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, { id, input }: Input): Decision<number> {
  const { row, items: sent } = facts.transfer
  const { transfer_date: date } = input
  if (row.state !== 'sent' || row.target_place_id === null) throw new Refusal('transfer_not_sent', { field: 'status' })
  if (date > caller.today) throw new Refusal('date_in_future', { field: 'transfer_date' })
  if (date < row.transfer_date) throw new Refusal('date_before_source', { field: 'transfer_date' })
  const open = new Map(
    sent.map(({ product_id, quantity }) => [
      product_id,
      decimal(quantity).minus(facts.arrived.get(product_id)?.quantity ?? zero),
    ]),
  )
  requireOpen(open, input)
  const [from, to] = [row.to_place_id, input.to_source ? row.from_place_id : row.target_place_id]
  if (facts.places.get(to)?.status !== 'active')
    throw new Refusal('invalid_input', { errors: { to_source: { code: 'inactive_reference' } } })
  facts.calendar.open(date, 'transfer_date', 'stock')
  const plan = new Plan(caller, facts.accounts)
  const stock = new PlannedStock(plan, facts.stock)
  const items = receivedLots(facts, stock, input)
  const series = { kind: 'transfer', prefix: 'TRF', date } as const
  if (input.number !== undefined) plan.takeOver(series, input.number)
  const receipt = plan.addNamed('stock_transfers', {
    number: input.number ?? new NextNumber(series),
    transfer_date: date,
    from_place_id: from,
    to_place_id: to,
    source_transfer_id: id,
    notes: input.notes ?? null,
    created_by: caller.session.user_id,
  })
  planTransferRows(plan, receipt, items)
  planBetween(stock, facts.places, { id: receipt, date, from, to }, items)
  // A count of what is on the way may have found less.
  requireInPlace(stock, facts.places, { from, date }, items)
  for (const { product_id, quantity } of input.items)
    open.set(product_id, (open.get(product_id) ?? zero).minus(quantity))
  const isWhole = [...open.values()].every((rest) => rest.lte(0))
  plan.change('stock_transfers', id, { state: isWhole ? 'posted' : 'sent', version: row.version + 1 })
  return { plan, result: () => receipt.value }
}

/** Rows with their lots: of what was sent, less what arrived of it before. */
function receivedLots({ transfer, arrived }: Facts, stock: PlannedStock, { items }: ReceiptInput) {
  const errors: FieldErrors = {}
  const received = items.map((item, index) => {
    const sent = transfer.items.find(({ product_id }) => product_id === item.product_id)
    const original = { lots: sent?.lots ?? [], returned: sumOfLots(arrived.get(item.product_id)?.lots ?? []) }
    const lots = returnedLots(item, original, stock.lots.of(item.product_id), errors, `items.${index}`)
    return { ...item, lots: withExpiry(stock, item.product_id, lots) }
  })
  refuseLots(errors)
  return received
}

/** Never more than was sent, and each product once. */
function requireOpen(open: ReadonlyMap<number, Decimal>, { items }: ReceiptInput): void {
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  for (const [index, { product_id, quantity }] of items.entries()) {
    const rest = open.get(product_id)
    if (rest === undefined) errors[`items.${index}.product_id`] = { code: 'unknown_reference' }
    else if (seen.has(product_id)) errors[`items.${index}.product_id`] = { code: 'product_twice' }
    else if (rest.lt(quantity))
      errors[`items.${index}.quantity`] = { code: 'more_than_sent', params: { open: text(max(rest, zero)) } }
    seen.add(product_id)
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}
