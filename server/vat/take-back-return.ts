import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { wholeCalendar } from '#server/posting/facts/calendar.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { nextRevision } from './settlement-revision.ts'

type Input = { id: number; reason: string }

/**
 * Reverses the return that was filed last. Its settlement is reversed on its own day, its days accept documents with tax again, and it
 * is due again. The filed figures remain stored, with the user and the reason of the reversal.
 */
export const takeBackReturn = (context: Context, id: number, reason: string): Promise<void> =>
  runWrite(context, { needs, decide }, { id, reason })

const needs = (_: Context, { id }: Input) => ({
  calendar: wholeCalendar,
  filed: read(({ db }) => db.selectFrom('vat_periods').selectAll().where('id', '=', id).executeTakeFirst()),
  latestOther: read(({ db }) =>
    db
      .selectFrom('vat_periods')
      .select('ended_at')
      .where('id', '<>', id)
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ),
  revision: read((context) => nextRevision(context, id)),
  entries: entriesWithin(
    (organization) => sql`SELECT entry_id FROM vat_periods WHERE organization_id = ${organization} AND id = ${id}`,
  ),
  accounts: postingAccounts,
})

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, { id, reason }: Input): Decision<void> {
  const { filed, latestOther, calendar } = facts
  if (!filed) throw new Refusal('not_found')
  if (latestOther && latestOther.ended_at > filed.ended_at) throw new Refusal('vat_filed_later', { field: 'period' })
  // The next return does not carry it, and the authority may have paid it already.
  if (filed.claimed_at !== null) throw new Refusal('vat_credit_is_claimed', { field: 'period' })
  const plan = new Plan(caller, facts.accounts)
  for (const entry of facts.entries) {
    const { entry_date: date } = entry.head
    const period = calendar.open(date, 'period', 'manual')
    plan.reverse(period, entry, { date, reason, source_revision: facts.revision })
  }
  const { organization_id: _, id: period_id, claimed_at: __, claimed_by: ___, figures, ...rest } = filed
  const takenBack = { taken_back_at: caller.now, taken_back_by: caller.session.user_id, reason }
  plan.add('taken_back_returns', { ...rest, period_id, figures: JSON.stringify(figures), ...takenBack })
  plan.remove('vat_periods', { id })
  if (latestOther) plan.put('period_locks', { kind: 'vat' }, { locked_through: latestOther.ended_at })
  else plan.remove('period_locks', { kind: 'vat' })
  return { plan, result: () => undefined }
}

/** The reversed filings, the latest first. */
export function takenBackReturns({ db }: Context) {
  return db
    .selectFrom('taken_back_returns as back')
    .leftJoin('users as filer', 'filer.id', 'back.filed_by')
    .leftJoin('users as taker', 'taker.id', 'back.taken_back_by')
    .select(['back.started_at as from', 'back.ended_at as to', 'back.net', 'back.authority_reference'])
    .select([
      'back.filed_at',
      'filer.name as filed_by',
      'back.taken_back_at',
      'taker.name as taken_back_by',
      'back.reason',
    ])
    .orderBy('back.taken_back_at', 'desc')
    .limit(100)
    .execute()
}
