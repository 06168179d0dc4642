import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { reverse } from '#ledger/entry.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need } from '#server/core/needs.ts'
import type { Calendar } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { type AllocationSource, allocationsOf } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { entriesWithin, type StoredEntry } from '#server/posting/facts/stored-entries.ts'
import type { NewId } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { planDissolvedAllocations, reversalOf } from './plan-allocations.ts'

// Removes a record and its reversal on a later day, each on its own day, so that neither affects the days between. Only for the undo of an
// import: what is open today does not change.

type Input = { side: Side; entries: readonly number[]; source: AllocationSource | null; document?: number }

/** The entries that were reversed, and the source of the allocations that were reversed with them. */
export const dissolveReversals = (context: Context, side: Side, ask: Omit<Input, 'side' | 'document'>): Promise<void> =>
  runWrite(context, { needs, decide }, { ...ask, side })

/** An allocation with an entry of its own. One that was made with its payment or note is removed with that. */
export const dissolveAllocation = (
  context: Context,
  side: Side,
  source: AllocationSource,
  document: number,
): Promise<void> => runWrite(context, { needs, decide }, { side, source, document, entries: [] })

async function needs(context: Context, { entries, source }: Input) {
  const applied = source === null ? null : await allocationsOf(source).load(context)
  const ids = [
    ...entries,
    ...(applied?.between ?? []).flatMap(({ own, undo }) => [own.entry_id ?? 0, undo.entry_id ?? 0]),
  ]
  return {
    calendar: calendarFrom(await firstDay(context, ids)),
    allocations: source === null ? known({ active: [], between: [] }) : allocationsOf(source),
    entries: storedEntries(ids),
    reversals: reversalsOf(entries),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, input: Input): Decision<void> {
  const { side, document } = input
  const { between } = facts.allocations
  const plan = new Plan(caller, facts.accounts)
  const made = new Map<number, NewId>()
  if (document === undefined) planDissolvedPairs(plan, side, facts, made)
  const rows = document === undefined ? between : between.filter(({ own }) => own.document_id === document)
  const entries = new Map(facts.entries.map((entry) => [entry.id, entry]))
  const isOwn = ({ entry_id }: { entry_id: number | null }) =>
    entry_id === null || entries.get(entry_id)?.head.kind === 'allocation'
  const dissolved = document === undefined ? rows : rows.filter(({ own }) => isOwn(own))
  if (document !== undefined)
    for (const id of new Set(dissolved.flatMap(({ own, undo }) => [own.entry_id, undo.entry_id]))) {
      const entry = id === null ? undefined : entries.get(id)
      const reversal = entry && planMirror(plan, facts.calendar, side, entry)
      if (entry && reversal) made.set(entry.id, reversal)
    }
  planDissolvedAllocations(plan, dissolved, ({ entry_id, allocation_date }) => ({
    entry_id: reversalOf(made, entry_id),
    date: allocation_date,
  }))
  return { plan, result: () => undefined }
}

type Pairs = { calendar: Calendar; entries: StoredEntry[]; reversals: StoredEntry[] }

/** Mirrors each reversal on its day, and that mirror on the day of the entry it had reversed. */
function planDissolvedPairs(
  plan: Plan,
  side: Side,
  { calendar, entries, reversals }: Pairs,
  made: Map<number, NewId>,
): void {
  for (const reversal of reversals) {
    const own = entries.find(({ id }) => id === reversal.head.reverses_id)
    const again = planMirror(plan, calendar, side, reversal)
    if (!own || !again) continue
    made.set(reversal.id, again)
    const { entry_date: date, kind, source, source_id, source_revision, description } = own.head
    const head = { date, kind, source, source_id, source_revision, description, reverses_id: again }
    // The mirror of a reversal posts what the entry posted; its own mirror takes that back.
    const gone = plan.post(calendar.open(date, 'date', side.name), head, reverse(own.entry))
    if (gone) made.set(own.id, gone)
  }
}

function planMirror(plan: Plan, calendar: Calendar, side: Side, entry: StoredEntry): NewId | null {
  const { entry_date: date, source_revision } = entry.head
  return plan.reverse(calendar.open(date, 'date', side.name), entry, { date, source_revision })
}

const storedEntries = (ids: readonly number[]): Need<StoredEntry[]> =>
  entriesWithin(() => sql`SELECT unnest(${[...ids]}::bigint[])`)

/** The reversals of entries that no further reversal has cancelled. */
const reversalsOf = (ids: readonly number[]): Need<StoredEntry[]> =>
  entriesWithin(
    (organization) => sql`
      SELECT reversal.id FROM journal_entries AS reversal
      WHERE reversal.organization_id = ${organization} AND reversal.reverses_id = ANY (${[...ids]}::bigint[])
        AND NOT EXISTS (SELECT FROM journal_entries AS again
          WHERE again.organization_id = ${organization} AND again.reverses_id = reversal.id)`,
  )

async function firstDay({ db, session, today }: Context, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT min(entry_date) AS day FROM journal_entries
    WHERE organization_id = ${session.organization_id} AND id = ANY (${[...ids]}::bigint[])`.execute(db)
  return rows[0]?.day ?? today
}

/** The entries of a payment that are no reversals. */
export async function paymentEntries({ db }: Context, side: Side, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('journal_entries')
    .select('id')
    .where('source', '=', side.payment)
    .where('source_id', '=', id)
    .where('reverses_id', 'is', null)
    .execute()
  return rows.map((entry) => entry.id)
}

/** Whether an entry of a record was reversed, and the reversal was reversed as well. */
export async function isDissolved({ db, session }: Context, entries: readonly (number | null)[]): Promise<boolean> {
  const { rows } = await sql`SELECT FROM journal_entries AS reversal
    JOIN journal_entries AS again ON again.organization_id = reversal.organization_id AND again.reverses_id = reversal.id
    WHERE reversal.organization_id = ${session.organization_id} AND reversal.reverses_id = ANY (${entries.filter((id) => id !== null)}::bigint[])`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether the allocations of a source to a document were reversed on a later day, and both were removed again, or will be with the source. */
export async function isAllocationDissolved(
  { db, session }: Context,
  source: AllocationSource,
  document: number,
): Promise<boolean> {
  const [[column, id]] = Object.entries(source) as [[string, number]]
  const { rows } = await sql`SELECT FROM allocations AS undo
    JOIN allocations AS again ON again.organization_id = undo.organization_id AND again.reverses_id = undo.id
    WHERE undo.organization_id = ${session.organization_id} AND undo.${sql.id(column)} = ${id} AND undo.document_id = ${document}`.execute(
    db,
  )
  return rows.length > 0
}
