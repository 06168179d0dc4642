import { sql } from 'kysely'
import type { NoteKind } from '#contract/documents/notes.ts'
import { decimal, zero } from '#ledger/money.ts'
import { needsOfCountedOut, planCountedOut } from '#server/catalog/plan-counted-out.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { schedulesWithin } from '#server/deferrals/deferral-rows.ts'
import { planRestoredDeferrals } from '#server/deferrals/plan-credited.ts'
import { goodsTakenBy } from '#server/documents/goods/goods-rows.ts'
import { PlannedGoods } from '#server/documents/goods/planned-goods.ts'
import { requireUnlocked } from '#server/documents/lock-document.ts'
import { mirrorOfMoves } from '#server/documents/stock/stored-moves.ts'
import { requireUnmovedDate } from '#server/journal/periods.ts'
import { planDissolvedAllocations, planReversedAllocations, reversalOf } from '#server/payments/plan-allocations.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { allocationsOf, type StoredAllocation } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { activeEntriesOf, entriesWithin } from '#server/posting/facts/stored-entries.ts'
import type { Id } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { planBranchSupply } from '#server/stock/branch-stock.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { planOriginal } from './write-note.ts'

type Input = { kind: NoteKind; id: number }

/**
 * Takes a note back while it is not issued: every entry of it is reversed on its own day, what it was applied to is
 * open again, its goods move back. One whose money was refunded, or that was paid, stays.
 */
export const voidNote = (context: Context, kind: NoteKind, id: number): Promise<void> =>
  runWrite(context, { needs, decide }, { kind, id })

async function needs(context: Context, { kind, id }: Input) {
  const unlocked = await noteRow(context, kind, id)
  if (!unlocked) throw new Refusal('not_found')
  const { document_date: date, reference_id } = unlocked
  const { active } = await allocationsOf({ note_id: id }).load(context)
  const targets = active.map((row) => row.document_id)
  const moved = { movedBy: { document_id: id } }
  return {
    unlocked: known(unlocked),
    // A note takes effect on its day or later.
    calendar: calendarFrom(date),
    documents: openItems([id, ...(reference_id === null ? [] : [reference_id]), ...targets]),
    schedules: schedulesWithin(
      (organization) => sql`SELECT deferral_id FROM deferral_parts
        WHERE organization_id = ${organization} AND note_id = ${id} AND state = 'posted'`,
    ),
    stock: stockFrom(date, moved),
    note: read((own) => noteRow(own, kind, id)),
    original: reference_id === null ? known(undefined) : originalRow(reference_id),
    entries: activeEntriesOf(kind.name, id),
    partEntries: entriesWithin(
      (organization) => sql`SELECT entry_id FROM deferral_parts
        WHERE organization_id = ${organization} AND note_id = ${id} AND state = 'posted'`,
    ),
    allocations: allocationsOf({ note_id: id }),
    isRefunded: isRefunded(id),
    mirror: mirrorOfMoves(id),
    goods: goodsTakenBy(id),
    isTakenAgain: takenAgain(id),
    ...needsOfCountedOut(date, moved),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, { kind, id }: Input): Decision<void> {
  const { unlocked, calendar, entries, mirror } = facts
  const { side } = kind
  if (unlocked.state !== 'posted') throw new Refusal('document_void', { field: 'status' })
  calendar.open(unlocked.document_date, 'note_date', side.name)
  const periods = entries.map(({ head }) => calendar.open(head.entry_date, 'note_date', side.name))
  const note = requireVoidable(caller, facts)
  refuseSpentStock(facts.stock, mirror, 'note_moved_on')
  if (facts.isTakenAgain) throw new Refusal('goods_taken_again', { field: 'status' })
  const plan = new Plan(caller, facts.accounts)
  const reversals = new Map<number, Id>()
  for (const [index, entry] of entries.entries()) {
    const at = { date: entry.head.entry_date, source_revision: note.revision }
    const reversal = plan.reverse(periods[index] as (typeof periods)[number], entry, at)
    if (reversal !== null) reversals.set(entry.id, reversal)
  }
  planRestoredDeferrals(plan, caller, { ...facts, entries: facts.partEntries }, id)
  const stock = new PlannedStock(plan, facts.stock)
  const reversal = reversals.get(note.entry_id ?? 0) ?? null
  stock.move(mirror, reversal)
  const goods = new PlannedGoods(plan, facts.goods)
  goods.restore({ document_id: id }, () => reversal)
  if (goods.isOverdrawn()) throw new Refusal('goods_taken_again', { field: 'status' })
  planReleased(plan, kind, facts, reversals)
  if (facts.original) planOriginal(plan, facts.original, kind.lowers ? decimal(note.total).neg() : zero, -1)
  const unsettled = { settled: '0', settled_base: '0' }
  const end = { state: 'void', status: 'void', voided_at: caller.now, version: note.version + 1 }
  plan.change('documents', id, { ...unsettled, ...end })
  planCountedOut(plan, caller, stock, facts, mirror)
  planBranchSupply(plan, facts, {
    head: { source: kind.name, source_id: id, source_revision: note.revision },
    periodOf: (day) => calendar.open(day, 'note_date', side.name),
  })
  return { plan, result: () => undefined }
}

/** The note as it is locked. Its documents were named before: they must be the same. */
function requireVoidable(caller: Caller, { unlocked, note, documents, allocations, isRefunded }: Facts) {
  if (!note) throw new Refusal('not_found')
  requireUnmovedDate(unlocked.document_date, note.document_date)
  requireUnlocked(note, caller)
  if (isRefunded) throw new Refusal('has_refunds', { field: 'status' })
  if (allocations.active.some((row) => !documents.has(row.document_id))) throw new Refusal('conflict_retry')
  return note
}

/** Plans that what the note was applied to is open again. */
function planReleased(plan: Plan, { side }: NoteKind, facts: Facts, reversals: ReadonlyMap<number, Id>): void {
  const reversedOn = ({ entry_id, allocation_date }: Pick<StoredAllocation, 'entry_id' | 'allocation_date'>) => ({
    entry_id: reversalOf(reversals, entry_id),
    date: allocation_date,
  })
  planReversedAllocations(plan, side, facts.allocations.active, workingCopies(facts.documents), reversedOn)
  planDissolvedAllocations(plan, facts.allocations.between, reversedOn)
}

/** What this note opened again was invoiced since: it would be invoiced twice. */
const takenAgain = (id: number): Need<boolean> =>
  read(async ({ db, session }) => {
    const own = session.organization_id
    const { rows } = await sql`
      SELECT 1 FROM order_links AS link
      JOIN order_lines AS line ON line.organization_id = ${own} AND line.id = link.order_line_id
      WHERE link.organization_id = ${own} AND link.document_id = ${id} GROUP BY line.id, line.taken, line.returned, line.delivered, line.quantity
      HAVING line.taken + line.returned - sum(link.quantity) - sum(link.returned) > line.quantity OR line.delivered - sum(link.delivered) > line.quantity
      LIMIT 1`.execute(db)
    return rows.length > 0
  })

const isRefunded = (id: number): Need<boolean> => ({
  load: async ({ db }) => {
    const refunds = db.selectFrom('refunds').select('id').where('note_id', '=', id).where('state', '=', 'posted')
    return (await refunds.executeTakeFirst()) !== undefined
  },
})

const originalRow = (id: number) =>
  read(({ db }) =>
    db
      .selectFrom('documents')
      .select(['id', 'credited', 'note_count', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

const noteRow = ({ db }: Context, kind: NoteKind, id: number) =>
  db.selectFrom('documents').selectAll().where('id', '=', id).where('kind', '=', kind.name).executeTakeFirst()
