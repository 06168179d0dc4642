import type { NoteKind } from '#contract/documents/notes.ts'
import type { NoteReason } from '#contract/e-invoice/note-reasons.ts'
import type { Allocated } from '#ledger/allocation.ts'
import { type Decimal, decimal, min, text, zero } from '#ledger/money.ts'
import { type BoughtRow, registeredRows, unregistered } from '#server/assets/register-from-bill.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { schedulesOfDocument } from '#server/deferrals/deferral-rows.ts'
import { planCreditedDeferrals } from '#server/deferrals/plan-credited.ts'
import { goodsTakenBy } from '#server/documents/goods/goods-rows.ts'
import { PlannedGoods } from '#server/documents/goods/planned-goods.ts'
import { planNewDocument } from '#server/documents/posting/plan-document-rows.ts'
import { requireVatRegistration } from '#server/documents/posting/require-vat-registration.ts'
import { costOf } from '#server/documents/write-document.ts'
import type { Period } from '#server/journal/periods.ts'
import { allocateReferences } from '#server/payments/allocate-references.ts'
import { planAllocations } from '#server/payments/plan-allocations.ts'
import { requireAvailable } from '#server/payments/require-open-on.ts'
import { writeOffsOfDocument } from '#server/payments/stored-write-offs.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { settledByDay } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { type OpenItemState, openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom, supplyFromBranches } from '#server/stock/branch-stock.ts'
import { placeOfDocument, placeOfRecord, type RecordPlace, requirePlace } from '#server/stock/place-of-record.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import type { StockFacts } from '#server/stock/stock-balances.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { lossLessened, planLoweredLoss, planRestOfLoss, withoutLoss } from './lessen-loss.ts'
import { noteEntry } from './note-entry.ts'
import { type NoteFigures, type NoteLineAsk, noteFigures } from './note-figures.ts'
import { isNoteNumberTaken, noteNumber } from './note-number.ts'
import { type NoteStock, noteStock } from './note-stock.ts'
import { originalOf } from './original-document.ts'
import { newNote, planOriginal } from './write-note.ts'

type Ask = {
  note_number?: string | null
  note_date: string
  /** Where goods come back to or leave from; absent: the place of the document. */
  place_id?: number | null | undefined
  reason: string
  reason_code?: NoteReason | null
  lines: NoteLineAsk[]
  /** Said by an import: what the note took off its document on its day. Otherwise all that is open. */
  settled?: string | null | undefined
  version?: number | undefined
}
type Input = { kind: NoteKind; documentId: number; ask: Ask }

/**
 * Issues a note on a posted document (V25 to V28): its own number, entry and stock; one that lowers is applied to its
 * document first, and what that no longer owes becomes the party's advance. Answers the note's id.
 */
export const createNote = (context: Context, kind: NoteKind, documentId: number, ask: Ask): Promise<number> =>
  runWrite(context, issuedNote, { kind, documentId, ask })

export const issuedNote = { needs, decide }

const noStock = (from: string): StockFacts => ({ from, products: new Map() })

function needs({ session }: Context, { kind, documentId, ask }: Input) {
  const { note_date: date } = ask
  return {
    // What the note lessens, the loss of a later write-off included, has no earlier day.
    calendar: calendarFrom(date),
    documents: openItems([documentId]),
    schedules: kind.lowers ? schedulesOfDocument(documentId) : known(new Map()),
    stock: kind.lowers
      ? stockFrom(date, { movedBy: { document_id: documentId }, lots: ask.lines })
      : known(noStock(date)),
    original: originalOf(kind, documentId),
    place: placeOfNote(session.organization.uses_places, documentId, ask),
    isTaken: isNoteNumberTaken(kind, documentId, ask.note_number),
    writeOffs: kind.lowers ? writeOffsOfDocument(documentId) : known([]),
    settled: kind.lowers ? settledByDay([documentId]) : known([]),
    bought: kind.name === 'supplier_credit' ? registeredRows(documentId) : known([]),
    goods: ask.lines.some(({ stays_delivered }) => stays_delivered) ? goodsTakenBy(documentId) : known(new Map()),
    branches: kind.name === 'supplier_credit' ? branchStockFrom(date) : known({ from: date, changes: [] }),
    ids: newIdsOf('documents', 1),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<ReturnType<typeof needs>>

/** The place that is named, or that of the document; null leaves it to what is read of the document. */
function placeOfNote(isUsed: boolean, documentId: number, { place_id }: Ask): Need<RecordPlace | null> {
  if (place_id) return placeOfRecord({ place_id, branch_id: null })
  return isUsed ? placeOfDocument(documentId) : known(null)
}

function decide(caller: Caller, facts: Facts, { kind, documentId, ask }: Input): Decision<number> {
  const { original, accounts } = facts
  const { note_date: date } = ask
  if (date < original.row.document_date) throw new Refusal('date_before_source', { field: 'note_date' })
  if (date > caller.today) throw new Refusal('date_in_future', { field: 'note_date' })
  const place = facts.place ?? { id: original.row.place_id, moves: original.row.place_moves }
  requirePlace(place)
  const period = facts.calendar.open(date, 'note_date', kind.side.name)
  if (ask.version !== undefined && ask.version !== original.row.version) throw new Refusal('stale_version')
  const [id] = facts.ids as [number]
  const figures = noteFigures(caller, kind, original, ask.lines)
  requireCostLeft(facts.bought, figures)
  requireNotLanded(figures)
  if (!kind.lowers) requireVatRegistration(caller, kind.side, figures)
  const plan = new Plan(caller, accounts)
  const items = workingCopies(facts.documents)
  const item = items.get(documentId) as OpenItemState
  const lost = ask.settled == null ? lossLessened(kind, item, figures, facts.writeOffs) : zero
  const loss = planLoweredLoss(plan, kind.side, { ...facts, items }, { date, lost })
  const stock = new PlannedStock(plan, facts.stock, place.moves)
  const goods = noteStock(caller, kind, { date, note_id: id }, figures, stock)
  const applied = apply(caller, kind, ask, item, figures)
  const rows = applied.allocations.map((row) => ({ ...row, item, day: date }))
  requireAvailable({ field: 'note_date', settled: withoutLoss(facts.settled, documentId, loss), rows })
  planNote(
    plan,
    caller,
    { facts, period, items, stock },
    { id, kind, documentId, ask, place_id: place.id, figures, goods, applied },
  )
  planRestOfLoss(plan, { caller, side: kind.side, accounts, calendar: facts.calendar }, item, loss, ask.reason)
  return { plan, result: () => id }
}

type Planned = { facts: Facts; period: Period; items: ReadonlyMap<number, OpenItemState>; stock: PlannedStock }
type Note = Input & { id: number; place_id: number | null; figures: NoteFigures; goods: NoteStock; applied: Allocated }

/** Plans the note with its entry, its rows, and what it changes of its document. */
function planNote(plan: Plan, caller: Caller, { facts, period, items, stock }: Planned, note: Note): void {
  const { id, kind, ask, place_id, figures, goods, applied } = note
  const { original, accounts, branches } = facts
  const { note_date: date } = ask
  const posted = noteEntry(caller, kind, id, original, figures, goods, applied, facts.goods)
  const leaving = { date, branch_id: original.row.branch_id, cost: costOf(goods.costs) }
  const held = { facts: branches, accounts, entries: plan.entries }
  const entry = kind.name === 'supplier_credit' ? supplyFromBranches(held, posted, leaving) : posted
  const number = noteNumber(caller, plan, kind, ask, facts.isTaken)
  const head = { date, kind: kind.name, source: kind.name, source_id: id, source_revision: 1, description: number }
  // None for a foreign amount so small that it is zero in base currency.
  const entry_id = plan.post(period, head, entry)
  const about = {
    id,
    number,
    date,
    place_id,
    entry_id,
    figures,
    costs: goods.costs,
    lots: goods.lots,
    reason: ask.reason,
    reason_code: legalReason(kind, ask),
    used: usedOf(kind, figures, applied),
  }
  planNewDocument(plan, newNote(caller, kind, original, about))
  const source = { note_id: id, payment_revision: 1 }
  planAllocations(plan, kind.side, source, applied.allocations, items, () => entry_id)
  planOriginal(plan, original.row, kind.lowers ? figures.totals.total : zero, 1)
  stock.move(goods.moves, entry_id, ({ line_number }) => `lines.${Number(line_number) - 1}.quantity`)
  new PlannedGoods(plan, facts.goods).clear({ document_id: id }, delivered(date, figures, goods), entry_id)
  const credited = { id, date, period, ownerNumber: original.row.number }
  if (kind.lowers) planCreditedDeferrals(plan, caller, facts.schedules, credited, spreadRowsOf(figures))
}

/** What waits for an invoice again: the quantity and cost of goods that stay with the customer. */
const delivered = (day: string, { rows }: NoteFigures, { costs }: NoteStock) =>
  rows.flatMap(({ of, quantity, stays }, index) =>
    stays && of.delivered
      ? [
          {
            line: of.delivered,
            taker_line: index + 1,
            day,
            quantity: quantity.neg(),
            value: (costs[index] ?? zero).neg(),
          },
        ]
      : [],
  )

/** Assets cost no more than the row of the bill they were registered from. */
function requireCostLeft(bought: readonly BoughtRow[], { rows, posted }: NoteFigures): void {
  for (const [index, { of }] of rows.entries()) {
    const row = bought.find(({ line_number }) => line_number === of.line_number)
    if (row && unregistered(row).lt(posted.base.lines[index] ?? zero))
      throw new Refusal('assets_cost_row', { field: `lines.${index}.line_number` })
  }
}

/** A cost that goods bear is all of its row: it is taken back first. */
function requireNotLanded({ rows }: NoteFigures): void {
  const index = rows.findIndex(({ of }) => of.landed_cost_id !== null)
  if (index >= 0) throw new Refusal('landed_row', { field: `lines.${index}.line_number` })
}

/** The part the note takes off rows recognised over months, in base currency. */
const spreadRowsOf = ({ rows, posted }: NoteFigures) =>
  rows.flatMap(({ of: { deferral_id } }, index) =>
    deferral_id === null ? [] : [{ id: deferral_id, amount: posted.base.lines[index] ?? zero }],
  )

/** A note on a sale has one of the five legal reasons: the given one, otherwise the one that follows from the rows. */
function legalReason({ side }: NoteKind, { reason_code, lines }: Ask): NoteReason | null {
  if (reason_code || side.name === 'purchases') return reason_code ?? null
  return lines.some(({ quantity }) => quantity) ? 'returned' : 'value_amended'
}

const nothing: Allocated = { allocations: [], unallocated: zero, unallocated_base: zero }

/** A note first settles its document's open amount, or what an import says; the rest stays in the advance account. */
function apply(
  { session }: Caller,
  { side, lowers }: NoteKind,
  { note_date: date, settled }: Ask,
  document: OpenItemState,
  { totals, base }: NoteFigures,
): Allocated {
  if (!lowers) return nothing
  const open: Decimal = decimal(document.total).minus(document.settled)
  if (settled != null && decimal(settled).gt(min(open, totals.total)))
    throw new Refusal('exceeds_remaining', { field: 'settled' })
  // What is retained is not due: it is released first, so that the note takes it off the document and owes the party nothing.
  if (settled == null && totals.total.gt(open) && decimal(document.retained).gt(0))
    throw new Refusal('note_exceeds_due', {
      field: 'lines',
      params: { open: text(open), retained: text(decimal(document.retained)) },
    })
  const amount = settled == null ? min(open, totals.total) : decimal(settled)
  const { decimals } = session.organization
  const source = { amount: totals.total, amount_base: base.total, currency_id: document.currency_id, date, decimals }
  const requests = amount.gt(0) ? [{ reference_id: document.id, amount: text(amount) }] : []
  return allocateReferences(side, source, document.party_id, new Map([[document.id, document]]), requests)
}

/** For a note that reduces its document: the part the document used. */
function usedOf({ lowers }: NoteKind, { totals, base }: NoteFigures, { unallocated, unallocated_base }: Allocated) {
  if (!lowers) return { amount: zero, base: zero }
  return { amount: totals.total.minus(unallocated), base: base.total.minus(unallocated_base) }
}
