import { sql } from 'kysely'
import { addDays } from '#ledger/calendar/calendar.ts'
import { reverse } from '#ledger/entry.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import type { Id } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'

/** The entry by which open items return to their own rate on the day after a revaluation. */
export const returnHead = (id: Id, date: string) =>
  ({ date, kind: 'fx_reval', source: 'fx_revaluation_return', source_id: id, source_revision: 1 }) as const

type OpenedYear = { id: number; started_at: string; ended_at: string }

/** A year that opens takes what waited for its first day. */
export const postPendingAutoReversals = (context: Context, year: OpenedYear): Promise<void> =>
  runWrite(context, { needs: needsOfPending, decide: decidePending }, year)

const needsOfPending = (_: Context, year: OpenedYear) => ({
  pending: read(({ db }) =>
    db
      .selectFrom('fx_revaluations')
      .select(['id', 'revaluation_date', 'items_entry_id'])
      .where('state', '=', 'posted')
      .where('items_entry_id', 'is not', null)
      .where('return_entry_id', 'is', null)
      .where(sql<boolean>`revaluation_date + 1 BETWEEN ${year.started_at}::date AND ${year.ended_at}::date`)
      .orderBy('revaluation_date')
      .execute(),
  ),
  entries: entriesWithin(
    (organization) => sql`
      SELECT items_entry_id FROM fx_revaluations WHERE organization_id = ${organization} AND state = 'posted'
        AND return_entry_id IS NULL AND revaluation_date + 1 BETWEEN ${year.started_at}::date AND ${year.ended_at}::date`,
  ),
  accounts: postingAccounts,
})

function decidePending(
  caller: Caller,
  facts: FactsOf<ReturnType<typeof needsOfPending>>,
  year: OpenedYear,
): Decision<void> {
  const plan = new Plan(caller, facts.accounts)
  for (const { id, revaluation_date, items_entry_id } of facts.pending) {
    const posted = facts.entries.find((entry) => entry.id === items_entry_id)
    if (!posted) continue
    const head = returnHead(id, addDays(revaluation_date, 1))
    const return_entry_id = plan.post({ ...year, financial_year_id: year.id }, head, reverse(posted.entry))
    plan.change('fx_revaluations', id, { return_entry_id })
  }
  return { plan, result: () => undefined }
}

/** Takes a revaluation back: every entry of it is mirrored on its own date. */
export const reverseRevaluation = (context: Context, id: number): Promise<void> =>
  runWrite(context, { needs: needsOfReversal, decide: decideReversal }, id)

async function needsOfReversal(context: Context, id: number) {
  const unlocked = await revaluationOf(context, id).executeTakeFirst()
  if (!unlocked) throw new Refusal('not_found')
  return {
    date: known(unlocked.revaluation_date),
    calendar: calendarFrom(unlocked.revaluation_date),
    revaluation: read((own) => revaluationOf(own, id).forUpdate().executeTakeFirst()),
    entries: entriesWithin(
      (organization) => sql`
        SELECT unnest(ARRAY[items_entry_id, cash_entry_id, return_entry_id]) FROM fx_revaluations
        WHERE organization_id = ${organization} AND id = ${id}`,
    ),
    accounts: postingAccounts,
  }
}

function decideReversal(
  caller: Caller,
  facts: FactsOf<Awaited<ReturnType<typeof needsOfReversal>>>,
  id: number,
): Decision<void> {
  facts.calendar.open(facts.date, 'date', 'fx_reval')
  if (facts.revaluation?.state !== 'posted') throw new Refusal('already_reversed', { field: 'date' })
  const plan = new Plan(caller, facts.accounts)
  for (const entry of facts.entries) {
    const { entry_date: date } = entry.head
    plan.reverse(facts.calendar.open(date, 'date', 'fx_reval'), entry, { date, source_revision: 1 })
  }
  plan.change('fx_revaluations', id, { state: 'reversed' })
  return { plan, result: () => undefined }
}

const revaluationOf = ({ db }: Context, id: number) => db.selectFrom('fx_revaluations').selectAll().where('id', '=', id)
