import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { relief } from '#ledger/allocation.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { retentionEntry } from '#ledger/retention/retention-entries.ts'
import type { Context } from '#server/core/context.ts'
import { type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Period } from '#server/journal/periods.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import type { StoredAllocation } from '#server/posting/facts/allocations.ts'
import { entriesWithin, type StoredEntry } from '#server/posting/facts/stored-entries.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import type { Facts } from '../document-facts.ts'
import type { DocumentInput } from '../document-input.ts'

export const retentionSource = 'retention'

type PostedDocument = { side: Side; id: number; period: Period; input: DocumentInput; facts: Facts; revision: number }
export type RetentionPosting = { amount: Decimal; amount_base: Decimal; entry_id: Id | null }

/**
 * Plans the entry of what is retained of a document: it takes that off the control account. `deducted`: what advances took. Null where nothing
 * is retained.
 */
export function planRetentionEntry(
  plan: Plan,
  { session }: Caller,
  { side, id, period, input, facts, revision }: PostedDocument,
  deducted: Decimal,
  number: Parameters<Plan['post']>[1]['description'],
): RetentionPosting | null {
  const { retention: amount, totals, base } = facts
  if (amount.eq(0)) return null
  if (amount.gt(totals.total.minus(deducted)))
    throw new Refusal('retention_exceeds_open', { field: 'retention_percent' })
  const { currency_id, decimals } = session.organization
  const whole = { whole: totals.total, base: base.total, taken: deducted, taken_base: deducted }
  const amount_base = relief(whole, amount, decimals)
  const entry = retentionEntry(ledgerSides[side.name], {
    branch_id: input.branch_id,
    party_id: input.party_id,
    currency_id: input.currency_id === currency_id ? null : input.currency_id,
    document_id: id,
    amount,
    amount_base,
  })
  const head = { date: input.date, kind: 'allocation', source: retentionSource, source_id: id } as const
  const entry_id = plan.post(period, { ...head, source_revision: revision, description: number ?? null }, entry)
  return { amount, amount_base, entry_id }
}

/** What a posted document says of it: it counts as settled with what advances took, and is not due. */
export const retainedColumns = ({ amount, amount_base }: RetentionPosting, deducted: Decimal) => ({
  settled: text(deducted.plus(amount)),
  settled_base: text(deducted.plus(amount_base)),
  retained: text(amount),
  retained_base: text(amount_base),
})

/** Plans the rows of what is retained, after those of the document. */
export function planRetentionRows(
  plan: Plan,
  { session }: Caller,
  { id: document_id, input: { date }, revision }: PostedDocument,
  retention: RetentionPosting,
): void {
  const { entry_id } = retention
  const [amount, amount_base] = [text(retention.amount), text(retention.amount_base)]
  const retention_move_id = plan.addNamed('retention_moves', {
    document_id,
    kind: 'kept',
    move_date: date,
    amount,
    amount_base,
    entry_id,
    created_by: session.user_id,
  })
  plan.add('allocations', {
    document_id,
    retention_move_id,
    payment_revision: revision,
    allocation_date: date,
    amount,
    carrying_base: amount_base,
    source_base: amount_base,
    fx_difference_base: '0',
    entry_id,
  })
}

/** What is retained of a posted document by its present content. */
export type RetentionState = { move_id: number; entry: StoredEntry | null; allocation: StoredAllocation } | null

export const retentionStateOf = (document_id: number): Need<RetentionState> =>
  read(async (context) => {
    const { db } = context
    const move = await db
      .selectFrom('retention_moves')
      .select(['id', 'entry_id'])
      .where('document_id', '=', document_id)
      .where('kind', '=', 'kept')
      .where('state', '=', 'posted')
      .executeTakeFirst()
    if (!move) return null
    const [allocation, entries] = await Promise.all([
      db
        .selectFrom('allocations')
        .selectAll()
        .where('document_id', '=', document_id)
        .where('retention_move_id', '=', move.id)
        .where('reverses_id', 'is', null)
        .executeTakeFirstOrThrow(),
      entryOf(context, move.entry_id),
    ])
    return { move_id: move.id, entry: entries[0] ?? null, allocation }
  })

const entryOf = (context: Context, id: number | null): Promise<StoredEntry[]> =>
  id === null ? Promise.resolve([]) : entriesWithin(() => sql`SELECT ${id}::bigint`).load(context)

/** Plans that nothing of a document is retained: with its reversal, on its day. Nothing of it was released. */
export function planRetentionVoid(plan: Plan, period: Period, retention: RetentionState): void {
  if (!retention) return
  const { move_id, entry, allocation } = retention
  const { id, document_id, allocation_date: date, payment_revision } = allocation
  const entry_id = entry && plan.reverse(period, entry, { date, source_revision: entry.head.source_revision })
  const negative = (amount: string) => text(decimal(amount).neg())
  plan.add('allocations', {
    document_id,
    retention_move_id: move_id,
    payment_revision,
    allocation_date: date,
    amount: negative(allocation.amount),
    carrying_base: negative(allocation.carrying_base),
    source_base: negative(allocation.source_base),
    fx_difference_base: negative(allocation.fx_difference_base),
    entry_id,
    reverses_id: id,
  })
  plan.change('retention_moves', move_id, { state: 'void' })
  plan.change('documents', document_id, { settled: '0', settled_base: '0', retained: '0', retained_base: '0' })
}
