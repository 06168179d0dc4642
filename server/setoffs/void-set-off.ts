import { sql } from 'kysely'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { planReversedAllocations } from '#server/payments/plan-allocations.ts'
import { resolveReversalDate } from '#server/payments/reversal-date.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { allocationsOf } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'

type Input = { id: number; asked: string | null | undefined }

/** Takes a set-off back on its own day, or on a later one: from then on what it settled is open again on both sides. */
export const voidSetOff = (context: Context, id: number, asked?: string | null): Promise<void> =>
  runWrite(context, { needs, decide }, { id, asked })

async function needs(context: Context, { id, asked }: Input) {
  const unlocked = await setOffOf(context, id)
  if (!unlocked) throw new Refusal('not_found')
  const date = resolveReversalDate(context, unlocked.set_off_date, asked)
  const { active } = await allocationsOf({ set_off_id: id }).load(context)
  return {
    date: known(date),
    calendar: calendarFrom(date),
    documents: openItems(active.map((row) => row.document_id)),
    // A set-off changes under the locks of what it settles.
    setOff: { load: (own: Context) => setOffOf(own, id) },
    allocations: allocationsOf({ set_off_id: id }),
    entries: entriesWithin(
      (organization) => sql`SELECT entry_id FROM set_offs WHERE organization_id = ${organization} AND id = ${id}`,
    ),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, { id }: Input): Decision<void> {
  const { date, setOff, calendar } = facts
  const period = calendar.open(date, 'date', 'sales')
  calendar.open(date, 'date', 'purchases')
  if (setOff?.state !== 'posted') throw new Refusal('document_void', { field: 'status' })
  const plan = new Plan(caller, facts.accounts)
  const [entry] = facts.entries
  const entry_id = entry ? plan.reverse(period, entry, { date, source_revision: 1 }) : null
  const items = workingCopies(facts.documents)
  for (const side of [sales, purchases]) {
    const own = facts.allocations.active.filter((row) => isOf(side, items.get(row.document_id)?.kind ?? ''))
    planReversedAllocations(plan, side, own, items, () => ({ entry_id, date }))
  }
  plan.change('set_offs', id, { state: 'void', voided_at: caller.now, version: setOff.version + 1 })
  return { plan, result: () => undefined }
}

const setOffOf = ({ db }: Context, id: number) =>
  db.selectFrom('set_offs').select(['set_off_date', 'state', 'version']).where('id', '=', id).executeTakeFirst()

const isOf = (side: Side, kind: string): boolean => (side.openKinds as readonly string[]).includes(kind)
