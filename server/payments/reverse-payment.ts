import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { workingCopies } from '#server/posting/facts/open-items.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { needsOfPayment, planReversedPayment, requireWholePayment, unlockedPayment } from './plan-reversed-payment.ts'
import { resolveReversalDate } from './reversal-date.ts'

type Ask = { date: string; reason: string; version?: number | undefined }
type Input = { side: Side; id: number; ask: Ask | null }

/** Voids a payment: its entries are reversed, its documents are open again, its number is not reused. */
export const voidPayment = (context: Context, side: Side, id: number): Promise<void> =>
  runWrite(context, { needs, decide }, { side, id, ask: null })

/**
 * Reverses a payment on a later date, because its own date is locked (accounting rule 1.4): all its entries are
 * reversed on that date, and until then the books are unchanged.
 */
export const reversePayment = (context: Context, side: Side, id: number, ask: Ask): Promise<void> =>
  runWrite(context, { needs, decide }, { side, id, ask })

async function needs(context: Context, { side, id, ask }: Input) {
  const unlocked = await unlockedPayment(context, side, id)
  if (ask) resolveReversalDate(context, unlocked.date, ask.date)
  return {
    ...needsOfPayment(side, id, unlocked),
    calendar: calendarFrom(ask?.date ?? unlocked.date),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, input: Input): Decision<void> {
  const { side, id, ask } = input
  facts.calendar.open(ask?.date ?? facts.unlocked.date, ask ? 'date' : 'payment_date', side.name)
  const stored = requireWholePayment(facts, ask?.version)
  const plan = new Plan(caller, facts.accounts)
  planReversedPayment(plan, side, { ...facts, stored }, workingCopies(facts.documents), ask ?? {})
  plan.change('payments', id, {
    state: 'void',
    allocated: '0',
    allocated_base: '0',
    ...(ask && { reversal_date: ask.date, reversal_reason: ask.reason }),
    voided_at: caller.now,
    version: stored.version + 1,
  })
  return { plan, result: () => undefined }
}
