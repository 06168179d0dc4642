import { addDays } from '#ledger/calendar/calendar.ts'
import { reverse } from '#ledger/entry.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { post } from '#server/journal/posting/post.ts'
import { loadEntry, reverseEntry } from '#server/journal/posting/reverse-entry.ts'

type Pending = { id: number; revaluation_date: string; items_entry_id: number | null }

/** The open items' way back on the next day; it waits while that day lies in no year that takes entries. */
export async function postAutoReversal(context: Context, pending: Pending): Promise<void> {
  if (pending.items_entry_id === null) return
  const date = addDays(pending.revaluation_date, 1)
  const year = await context.db
    .selectFrom('financial_years')
    .select(['id as financial_year_id', 'started_at', 'ended_at', 'status'])
    .where('started_at', '<=', date)
    .where('ended_at', '>=', date)
    .executeTakeFirst()
  if (!year || year.status === 'draft') return
  await postBack(context, await lockPeriod(context, date, 'date', 'fx_reval'), pending, date)
}

async function postBack(
  context: Context,
  period: Period,
  { id, items_entry_id }: Pending,
  date: string,
): Promise<void> {
  const head = { date, kind: 'fx_reval', source: 'fx_revaluation_return', source_id: id } as const
  const return_entry_id = await post(context, period, head, reverse(await loadEntry(context, items_entry_id as number)))
  await context.db.updateTable('fx_revaluations').set({ return_entry_id }).where('id', '=', id).execute()
}

/** A year that opens takes what waited for its first day. */
export async function postPendingAutoReversals(
  context: Context,
  year: { id: number; started_at: string; ended_at: string },
): Promise<void> {
  const waiting = await context.db
    .selectFrom('fx_revaluations')
    .select(['id', 'revaluation_date', 'items_entry_id'])
    .where('state', '=', 'posted')
    .where('items_entry_id', 'is not', null)
    .where('return_entry_id', 'is', null)
    .orderBy('revaluation_date')
    .execute()
  for (const pending of waiting) {
    const date = addDays(pending.revaluation_date, 1)
    if (date < year.started_at || date > year.ended_at) continue
    await postBack(context, { ...year, financial_year_id: year.id }, pending, date)
  }
}

/** Takes a revaluation back: every entry of it is mirrored on its own date. */
export async function reverseRevaluation(context: Context, id: number): Promise<void> {
  const { db } = context
  const glance = await db
    .selectFrom('fx_revaluations')
    .select('revaluation_date')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!glance) throw new Refusal('not_found')
  const period = await lockPeriod(context, glance.revaluation_date, 'date', 'fx_reval')
  const row = await db
    .selectFrom('fx_revaluations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.state === 'reversed') throw new Refusal('already_reversed', { field: 'date' })
  for (const entry of [row.items_entry_id, row.cash_entry_id])
    if (entry !== null) await reverseEntry(context, period, entry, 1)
  if (row.return_entry_id !== null) {
    const next = await lockPeriod(context, addDays(row.revaluation_date, 1), 'date', 'fx_reval')
    await reverseEntry(context, next, row.return_entry_id, 1)
  }
  await db.updateTable('fx_revaluations').set({ state: 'reversed' }).where('id', '=', id).execute()
}
