import type { RecurringInput, RecurringKind } from '#contract/schedules/recurring.ts'
import { occurrenceDay } from '#ledger/calendar/recurrence.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { note } from './make-occurrence.ts'
import { planNext } from './plan-next.ts'
import { contentOf } from './recurring-content.ts'
import { lockRecurring, type StoredRecurring } from './recurring-rows.ts'

type Schedule = Omit<RecurringInput, 'source_id'>

export async function createRecurring(context: Context, kind: RecurringKind, body: RecurringInput): Promise<number> {
  const { source_id, ...schedule } = body
  const { content, ...facts } = await contentOf(context, kind.name, source_id)
  requireDays(schedule)
  const { id } = await context.db
    .insertInto('recurring_records')
    .values({
      kind: kind.name,
      source_id,
      content: JSON.stringify(content),
      ...facts,
      ...columnsOf(schedule),
      created_by: context.session.user_id || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await plan(context, id)
  return id
}

/** Other days, from the next occurrence on. Existing records stay. */
export async function updateRecurring(
  context: Context,
  kind: RecurringKind,
  id: number,
  body: Schedule,
): Promise<void> {
  const row = await lockRecurring(context.db, id, kind.name)
  if (row.state === 'ended') throw new Refusal('recurring_ended')
  requireDays(body)
  const columns = columnsOf(body)
  const isMoved = (['unit', 'every', 'start_date', 'is_month_end'] as const).some((name) => row[name] !== columns[name])
  if (isMoved && row.next_number > 0) throw new Refusal('recurring_begun', { field: 'start_date' })
  await context.db
    .updateTable('recurring_records')
    .set({ ...columns, plan: row.plan + 1 })
    .where('id', '=', id)
    .execute()
  await plan(context, id)
}

export async function pauseRecurring(context: Context, kind: RecurringKind, id: number): Promise<void> {
  const row = await lockRecurring(context.db, id, kind.name)
  if (row.state !== 'active') throw new Refusal('recurring_state')
  await setState(context, row, 'paused')
}

/** Continues with the first day that is not over. Occurrences during the pause are skipped and recorded. */
export async function resumeRecurring(context: Context, kind: RecurringKind, id: number): Promise<void> {
  const row = await lockRecurring(context.db, id, kind.name)
  if (row.state !== 'paused') throw new Refusal('recurring_state')
  await setState(context, row, 'active')
  let current = { ...row, state: 'active' }
  for (;;) {
    const day = occurrenceDay(current, current.next_number)
    if (day === null || day >= context.today) break
    await note(context, current, { day, state: 'skipped', record_id: null, error: null })
    current = { ...current, next_number: current.next_number + 1 }
  }
  await plan(context, id)
}

export async function skipNext(context: Context, kind: RecurringKind, id: number): Promise<void> {
  const row = await lockRecurring(context.db, id, kind.name)
  const day = row.state === 'active' ? occurrenceDay(row, row.next_number) : null
  if (day === null) throw new Refusal('recurring_state')
  await note(context, row, { day, state: 'skipped', record_id: null, error: null })
  await plan(context, id)
}

export async function endRecurring(context: Context, kind: RecurringKind, id: number): Promise<void> {
  const row = await lockRecurring(context.db, id, kind.name)
  if (row.state === 'ended') throw new Refusal('recurring_state')
  await setState(context, row, 'ended')
}

const setState = ({ db }: Context, { id, plan: before }: StoredRecurring, state: string) =>
  db
    .updateTable('recurring_records')
    .set({ state, plan: before + 1 })
    .where('id', '=', id)
    .execute()

async function plan(context: Context, id: number): Promise<void> {
  await planNext(context.db, context.session.organization_id, await lockRecurring(context.db, id))
}

function requireDays({ start_date, until_date }: Schedule): void {
  if (until_date && until_date < start_date) throw new Refusal('range_reversed', { field: 'until_date' })
}

const columnsOf = (schedule: Schedule) => ({
  unit: schedule.unit,
  every: schedule.every,
  start_date: schedule.start_date,
  is_month_end: schedule.unit === 'month' && (schedule.is_month_end ?? false),
  until_date: schedule.until_date ?? null,
  count_max: schedule.count_max ?? null,
  save_as: schedule.save_as,
  due_days: schedule.due_days ?? 0,
})
