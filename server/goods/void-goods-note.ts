import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { decimal } from '#ledger/money.ts'
import { needsOfCountedOut, planCountedOut } from '#server/catalog/plan-counted-out.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { PlannedGoods } from '#server/documents/goods/planned-goods.ts'
import { receiptBears } from '#server/documents/receipt-bears.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { activeEntriesOf } from '#server/posting/facts/stored-entries.ts'
import type { Id } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { planBranchSupply } from '#server/stock/branch-stock.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { goodsOfNote, lockedNote, mirrorOfNote, movedByNote, rowsOfNote, unlockedNote } from './stored-goods-note.ts'

type Input = { kind: GoodsKind; id: number }

/**
 * Takes a note back: every entry of it is reversed on its own day, its goods move back, its orders are open again. What an invoice, a bill
 * or a return took of it is taken back first.
 */
export const voidGoodsNote = (context: Context, kind: GoodsKind, id: number): Promise<void> =>
  runWrite(context, voidedGoodsNote, { kind, id })

export const voidedGoodsNote = { needs, decide }

async function needs(context: Context, { kind, id }: Input) {
  const unlocked = await unlockedNote(context, kind, id)
  return {
    unlocked: known(unlocked),
    calendar: calendarFrom(unlocked.note_date),
    note: lockedNote(kind, id),
    rows: goodsOfNote(id),
    stock: stockFrom(unlocked.note_date, movedByNote(id)),
    entries: activeEntriesOf(kind.name, id),
    mirror: mirrorOfNote(id),
    bearsCost: receiptBears(id),
    ...needsOfCountedOut(unlocked.note_date, movedByNote(id)),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, { kind, id }: Input): Decision<void> {
  const { note, mirror, calendar } = facts
  calendar.open(note.note_date, 'note_date', 'stock')
  if (note.state === 'void') throw new Refusal('goods_note_void', { field: 'status', params: { number: note.number } })
  if (rowsOfNote(facts.rows, id).some(({ taken }) => decimal(taken).gt(0)))
    throw new Refusal('goods_note_taken', { field: 'status', params: { number: note.number } })
  if (facts.bearsCost) throw new Refusal('has_landed_costs', { field: 'status' })
  refuseSpentStock(facts.stock, mirror, 'note_moved_on')
  const plan = new Plan(caller, facts.accounts)
  const reversals = new Map<number, Id | null>()
  for (const entry of facts.entries) {
    const { entry_date: date } = entry.head
    reversals.set(
      entry.id,
      plan.reverse(calendar.open(date, 'note_date', 'stock'), entry, { date, source_revision: 1 }),
    )
  }
  const stock = new PlannedStock(plan, facts.stock)
  for (const { entry_id, ...move } of mirror)
    stock.move([move], entry_id === null ? null : (reversals.get(entry_id) ?? null))
  const reversal = note.entry_id === null ? null : (reversals.get(note.entry_id) ?? null)
  new PlannedGoods(plan, facts.rows).restore({ goods_note_id: id }, () => reversal)
  plan.change('goods_notes', id, { state: 'void', voided_at: caller.now, version: note.version + 1 })
  planCountedOut(plan, caller, stock, facts, mirror)
  planBranchSupply(plan, facts, {
    head: { source: kind.name, source_id: id, source_revision: 1 },
    periodOf: (day) => calendar.open(day, 'note_date', 'stock'),
  })
  return { plan, result: () => undefined }
}
