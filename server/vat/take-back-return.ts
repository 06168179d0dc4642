import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { lockYears } from '#server/years/lock-years.ts'
import { nextRevision } from './settlement-revision.ts'

/**
 * Reverses the return that was filed last. Its settlement is reversed on its own day, its days accept documents with tax again, and it
 * is due again. The filed figures remain stored, with the user and the reason of the reversal.
 */
export async function takeBackReturn(context: Context, id: number, reason: string): Promise<void> {
  const { db, services, session } = context
  await lockYears(context)
  const filed = await db.selectFrom('vat_periods').selectAll().where('id', '=', id).executeTakeFirst()
  if (!filed) throw new Refusal('not_found')
  const others = await db
    .selectFrom('vat_periods')
    .select('ended_at')
    .where('id', '<>', id)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (others && others.ended_at > filed.ended_at) throw new Refusal('vat_filed_later', { field: 'period' })
  // The next return does not carry it, and the authority may have paid it already.
  if (filed.claimed_at !== null) throw new Refusal('vat_credit_is_claimed', { field: 'period' })
  await reverseSettlement(context, filed, reason)
  const { id: period_id, claimed_at: _, claimed_by: __, figures, ...kept } = filed
  const taken_back = { taken_back_at: services.clock.now(), taken_back_by: session.user_id, reason }
  await db
    .insertInto('taken_back_returns')
    .values({ ...kept, period_id, figures: JSON.stringify(figures), ...taken_back })
    .execute()
  await db.deleteFrom('vat_periods').where('id', '=', id).execute()
  if (others)
    await db.updateTable('period_locks').set({ locked_through: others.ended_at }).where('kind', '=', 'vat').execute()
  else await db.deleteFrom('period_locks').where('kind', '=', 'vat').execute()
}

async function reverseSettlement(
  context: Context,
  { id, entry_id }: { id: number; entry_id: number | null },
  reason: string,
): Promise<void> {
  if (entry_id === null) return
  const { entry_date } = await context.db
    .selectFrom('journal_entries')
    .select('entry_date')
    .where('id', '=', entry_id)
    .executeTakeFirstOrThrow()
  const year = await lockPeriod(context, entry_date, 'period', 'manual')
  await reverseEntry(context, year, entry_id, await nextRevision(context, id), { reason })
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
