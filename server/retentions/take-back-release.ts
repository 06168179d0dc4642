import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { planReversedAllocations } from '#server/payments/plan-allocations.ts'
import { requireAvailable } from '#server/payments/require-open-on.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { type StoredAllocation, settledByDay } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { planRetained } from './release-retention.ts'

type Input = { side: Side; id: number; release: number }
type Release = Selectable<Database['retention_moves']> & { allocation: StoredAllocation | null }

/** Takes a release back on its own day: it is retained as before. What was paid of it since is given free first. */
export const takeBackRelease = (context: Context, input: Input): Promise<number> =>
  runWrite(context, releaseTakenBack, input)

export const releaseTakenBack = { needs, decide }

const rowOf = ({ db }: Context, { id, release }: Input) =>
  db
    .selectFrom('retention_moves')
    .selectAll()
    .where('id', '=', release)
    .where('document_id', '=', id)
    .where('kind', '=', 'released')
    .executeTakeFirst()

async function needs(context: Context, input: Input) {
  const unlocked = await rowOf(context, input)
  if (!unlocked) throw new Refusal('not_found')
  return {
    date: known(unlocked.move_date),
    calendar: calendarFrom(unlocked.move_date),
    documents: openItems([input.id]),
    release: read((own) => loadRelease(own, input)),
    entries: entriesWithin(() => sql`SELECT ${unlocked.entry_id}::bigint`),
    settled: settledByDay([input.id]),
    accounts: postingAccounts,
  }
}

async function loadRelease(context: Context, input: Input): Promise<Release | null> {
  const [row, allocation] = await Promise.all([
    rowOf(context, input),
    context.db
      .selectFrom('allocations')
      .selectAll()
      .where('document_id', '=', input.id)
      .where('retention_move_id', '=', input.release)
      .where('reverses_id', 'is', null)
      .executeTakeFirst(),
  ])
  return row ? { ...row, allocation: allocation ?? null } : null
}

function decide(
  caller: Caller,
  facts: FactsOf<Awaited<ReturnType<typeof needs>>>,
  { side, id }: Input,
): Decision<number> {
  const { release, date, accounts } = facts
  const items = workingCopies(facts.documents)
  const item = items.get(id)
  if (!release || item?.kind !== side.document) throw new Refusal('not_found')
  if (release.state === 'void' || !release.allocation) throw new Refusal('release_taken_back')
  const period = facts.calendar.open(date, 'date', side.name)
  const { amount, amount_base } = release
  if (decimal(amount).gt(decimal(item.total).minus(item.settled))) throw new Refusal('release_settled')
  requireAvailable({ field: 'date', settled: facts.settled, rows: [{ item, amount, day: date }] })
  const plan = new Plan(caller, accounts)
  const [entry] = facts.entries
  const entry_id = entry ? plan.reverse(period, entry, { date, source_revision: entry.head.source_revision }) : null
  planRetained(plan, item, { amount, base: amount_base })
  planReversedAllocations(plan, side, [release.allocation], items, () => ({ entry_id, date }))
  plan.change('retention_moves', release.id, { state: 'void' })
  return { plan, result: () => id }
}
