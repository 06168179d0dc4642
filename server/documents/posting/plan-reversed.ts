import type { Side } from '#contract/documents/sides.ts'
import { decimal } from '#ledger/money.ts'
import { needsOfCountedOut } from '#server/catalog/plan-counted-out.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { activeEntriesOfDocument, planCancelled } from '#server/deferrals/cancel-deferrals.ts'
import { deferralSource, schedulesOfDocument } from '#server/deferrals/deferral-rows.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Calendar, Period } from '#server/journal/periods.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import { planBranchSupply } from '#server/stock/branch-stock.ts'
import {
  type AdvancesTaken,
  type PostedDeductions,
  planReleasedDeductions,
  postedDeductions,
} from '../advances/plan-deductions.ts'
import { goodsTakenBy } from '../goods/goods-rows.ts'
import { assetLockOf } from '../lock-document.ts'
import { planRetentionVoid, retentionStateOf } from '../retention/plan-retention.ts'
import { mirrorOfMoves } from '../stock/stored-moves.ts'
import type { DocumentRow } from './locked-documents.ts'
import type { Moving } from './plan-posted.ts'

type Unlocked = Pick<DocumentRow, 'id' | 'advances_deducted' | 'retention'>
const noDeductions: PostedDeductions = { rows: [], allocations: [] }

/** What the reversal of a posted document must know. `first`: the first day on which the plan takes goods from a branch. */
export const needsOfReversal = (side: Side, { id, advances_deducted, retention }: Unlocked, first: string) => ({
  schedules: schedulesOfDocument(id),
  entries: activeEntriesOfDocument(side.document, id),
  mirror: mirrorOfMoves(id),
  goodsTaken: goodsTakenBy(id),
  // Both are the same under the lock: only a correction of the document changes them.
  deductions: decimal(advances_deducted).eq(0) ? known(noDeductions) : postedDeductions(id),
  retention: decimal(retention).eq(0) ? known(null) : retentionStateOf(id),
  assetLock: assetLockOf(id),
  ...needsOfCountedOut(first, { movedBy: { document_id: id } }),
})
export type ReversalFacts = FactsOf<ReturnType<typeof needsOfReversal>>

const isOfSchedule = ({ source }: { source: string }) => source === deferralSource

type Reversed = { side: Side; stored: DocumentRow; period: Period; advances: AdvancesTaken; calendar: Calendar }

/**
 * Plans the reversal of a document, every entry on its own day: its schedules, its entry, what it took of advances, its goods and the
 * rests of value that left with them.
 */
export function planReversedDocument(
  plan: Plan,
  { stock, rows }: Moving,
  facts: ReversalFacts,
  reversed: Reversed,
): void {
  const { side, stored, period, advances, calendar } = reversed
  const { mirror } = facts
  const entries = facts.entries.filter(({ head }) => !isOfSchedule(head))
  for (const schedule of facts.schedules.values()) {
    const own = facts.entries.filter(({ head }) => isOfSchedule(head) && head.source_id === schedule.row.id)
    planCancelled(plan, calendar, schedule, own)
  }
  const main = entries.find(({ id }) => id === stored.entry_id)
  const at = { source_revision: stored.revision }
  const reversal = main ? plan.reverse(period, main, { ...at, date: main.head.entry_date }) : null
  // The rests of value are on the days of the last goods, and their moves carry the entries that take them back.
  const rests = new Map<string, Id | null>()
  for (const entry of entries.filter(({ id }) => id !== stored.entry_id)) {
    const { entry_date: date } = entry.head
    rests.set(date, plan.reverse(calendar.open(date, side.dateField, side.name), entry, { ...at, date }))
  }
  const isRest = ({ quantity, date }: (typeof mirror)[number]) =>
    side.name === 'sales' && quantity.eq(0) && rests.has(date)
  rows.restore({ document_id: stored.id }, () => reversal)
  planRetentionVoid(plan, period, facts.retention)
  planReleasedDeductions(plan, stored, facts.deductions, advances, reversal)
  for (const move of mirror) stock.move([move], isRest(move) ? (rests.get(move.date) ?? null) : reversal)
}

type Supplied = Pick<ReversalFacts, 'branches'> & { accounts: Accounts; calendar: Calendar }

/** Plans what other branches give to the one whose goods the reversal of a bill took back after they were sold. */
export function planSupplyOfMirror(
  plan: Plan,
  side: Side,
  { calendar, ...facts }: Supplied,
  { id, revision }: Pick<DocumentRow, 'id' | 'revision'>,
): void {
  if (side.name !== 'purchases') return
  planBranchSupply(plan, facts, {
    head: { source: side.document, source_id: id, source_revision: revision },
    periodOf: (day) => calendar.open(day, side.dateField, side.name),
  })
}
