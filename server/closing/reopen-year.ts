import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import type { Year } from '#server/years/lock-years.ts'
import { requireNothingClosedAfter } from '#server/years/require-latest-closed-year.ts'

type Input = { year: Year; years: readonly Year[]; reason: string | null | undefined }

/**
 * Reopens a closed year: permitted users only, with a reason, the latest year first. The closing entry is reversed on
 * its date (V49) and the snapshot is deleted.
 */
export const reopenYear = (
  context: Context,
  year: Year,
  years: readonly Year[],
  reason: string | null | undefined,
): Promise<void> => runWrite(context, { needs, decide }, { year, years, reason })

const needs = (_: Context, { year }: Input) => ({
  entries: entriesWithin(() => sql`SELECT ${year.closing_entry_id}::bigint`),
  accounts: postingAccounts,
})

function decide(
  caller: Caller,
  facts: FactsOf<ReturnType<typeof needs>>,
  { year, years, reason }: Input,
): Decision<void> {
  const { session } = caller
  if (!session.is_owner && !session.authority.has('reopen-financialYear'))
    throw new Refusal('owner_only', { field: 'status' })
  requireNothingClosedAfter(year, years, 'status')
  if (!reason?.trim()) throw new Refusal('invalid_input', { errors: { reason: { code: 'required' } } })
  const plan = new Plan(caller, facts.accounts)
  const period = { ...year, financial_year_id: year.id }
  for (const entry of facts.entries)
    plan.reverse(period, entry, { date: entry.head.entry_date, reason, source_revision: year.version })
  plan.remove('balance_snapshots', { financial_year_id: year.id })
  plan.change('financial_years', year.id, { closing_entry_id: null, closed_at: null, closed_entry_number: null })
  return { plan, result: () => undefined }
}
