import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { lockedPlaces } from '#server/stock/locked-places.ts'
import { textOfLots, withStoredDays } from '#server/stock/lots/row-lots.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { arrivedOf } from './arrived-goods.ts'
import { leastThere, planBetween } from './plan-between.ts'
import { isTransferSeen } from './read-places.ts'
import type { TransferInput } from './save-transfer.ts'
import { lockedTransfer, unlockedTransfer } from './stored-transfer.ts'

/** Only the notes of a transfer change: goods that went are brought back by another one, or the transfer is voided. */
export const updateTransfer = (context: Context, id: number, input: TransferInput): Promise<void> =>
  runWrite(context, { needs: needsOfRemarks, decide: decideRemarks }, { id, input })

type Remarks = { id: number; input: TransferInput }

const needsOfRemarks = (_: Context, { id }: Remarks) => ({
  transfer: lockedTransfer(id),
  isOwn: isTransferSeen(id),
  accounts: postingAccounts,
})

function decideRemarks(
  caller: Caller,
  { transfer, isOwn, accounts }: FactsOf<ReturnType<typeof needsOfRemarks>>,
  { id, input }: Remarks,
): Decision<void> {
  const { row, items } = transfer
  if (!isOwn) throw new Refusal('not_found')
  if (input.version !== undefined && input.version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('transfer_void', { field: 'status' })
  const stored = { ...row, items, to_place_id: row.target_place_id ?? row.to_place_id }
  const isOtherLots = input.items.some(
    ({ lots, quantity }, index) =>
      lots && textOfLots(withStoredDays(lots, items[index]?.lots), quantity) !== textOfLots(items[index]?.lots),
  )
  const isKeptWay = input.in_transit === undefined || input.in_transit === (row.target_place_id !== null)
  if (!isKeptWay || isOtherLots || movesOf(input) !== movesOf(stored))
    throw new Refusal('transfer_kept', { field: 'items' })
  const plan = new Plan(caller, accounts)
  if (input.notes !== undefined) plan.change('stock_transfers', id, { notes: input.notes, version: row.version + 1 })
  return { plan, result: () => undefined }
}

type TransferMove = Pick<TransferInput, 'transfer_date' | 'from_place_id' | 'to_place_id'> & {
  items: readonly { product_id: number; quantity: string }[]
}
const movesOf = ({ transfer_date, from_place_id, to_place_id, items }: TransferMove): string =>
  JSON.stringify([
    transfer_date,
    from_place_id,
    to_place_id,
    ...items.map(({ product_id, quantity }) => [product_id, text(decimal(quantity))]),
  ])

/** Takes a transfer back on its day, if what came is still there. */
export const voidTransfer = (context: Context, id: number): Promise<void> =>
  runWrite(context, { needs: needsOfVoid, decide: decideVoid }, id)

async function needsOfVoid(context: Context, id: number) {
  const { row, items } = await unlockedTransfer(context, id)
  if (!(await isTransferSeen(id).load(context))) throw new Refusal('not_found')
  return {
    calendar: calendarFrom(row.transfer_date),
    transfer: lockedTransfer(id),
    places: lockedPlaces([row.from_place_id, row.to_place_id]),
    stock: stockFrom(row.transfer_date, { products: items.map(({ product_id }) => product_id), lots: items }),
    accounts: postingAccounts,
    id: known(id),
    source: row.source_transfer_id === null ? known(null) : lockedTransfer(row.source_transfer_id),
    arrived: arrivedOf(id),
  }
}

function decideVoid(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needsOfVoid>>>): Decision<void> {
  const { id, places, source } = facts
  const { row, items } = facts.transfer
  const { transfer_date: date, from_place_id, to_place_id } = row
  if (row.state === 'void') throw new Refusal('transfer_void', { field: 'status' })
  if (facts.arrived.size > 0) throw new Refusal('transfer_received', { field: 'status' })
  facts.calendar.open(date, 'transfer_date', 'stock')
  const plan = new Plan(caller, facts.accounts)
  const stock = new PlannedStock(plan, facts.stock)
  planBetween(stock, places, { id, date, from: to_place_id, to: from_place_id, isReversal: true }, items)
  if (items.some(({ product_id }) => leastThere(stock, places, to_place_id, product_id, date).lt(0)))
    throw new Refusal('transfer_moved_on', { field: 'status' })
  // What was received is on the way again.
  if (source) plan.change('stock_transfers', source.row.id, { state: 'sent', version: source.row.version + 1 })
  plan.change('stock_transfers', id, { state: 'void', voided_at: caller.now, version: row.version + 1 })
  return { plan, result: () => undefined }
}
