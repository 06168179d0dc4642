import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import type { AllocationSource } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { openItems } from '#server/posting/facts/open-items.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { resolveReversalDate } from '../reversal-date.ts'
import type { AdvanceRef } from './advance.ts'

type Input = { side: Side; at: AdvanceRef; id: number; asked: string | null | undefined }

/** Voids a refund: its entry is reversed on its own day, or on a later one. From then on the advance is open again. */
export const voidRefund = (
  context: Context,
  side: Side,
  at: AdvanceRef,
  id: number,
  asked?: string | null,
): Promise<void> => runWrite(context, { needs, decide }, { side, at, id, asked })

async function needs(context: Context, { at, id, asked }: Input) {
  const unlocked = await refundOf(context, at.source, id)
  if (!unlocked) throw new Refusal('not_found')
  const date = resolveReversalDate(context, unlocked.refund_date, asked)
  return {
    date: known(date),
    calendar: calendarFrom(date),
    documents: openItems(at.documentIds),
    advance: at.row,
    // Refunds change under the lock of their advance.
    refund: { load: (own: Context) => refundOf(own, at.source, id) },
    entries: entriesWithin(
      (organization) => sql`SELECT entry_id FROM refunds WHERE organization_id = ${organization} AND id = ${id}`,
    ),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, input: Input): Decision<void> {
  const { date, refund } = facts
  const period = facts.calendar.open(date, 'date', input.side.name)
  const advance = input.at.of(caller, facts.advance)
  if (refund?.state !== 'posted') throw new Refusal('refund_void')
  const plan = new Plan(caller, facts.accounts)
  const { source_revision } = advance.journal
  for (const entry of facts.entries) plan.reverse(period, entry, { date, source_revision })
  advance.use(plan, 'refunded', decimal(refund.amount).neg(), decimal(refund.source_base).neg(), date)
  plan.change('refunds', input.id, { state: 'void' })
  return { plan, result: () => undefined }
}

const refundOf = ({ db }: Context, source: AllocationSource, id: number) => {
  const [[column, sourceId]] = Object.entries(source) as [['payment_id' | 'note_id', number]]
  return db.selectFrom('refunds').selectAll().where('id', '=', id).where(column, '=', sourceId).executeTakeFirst()
}
