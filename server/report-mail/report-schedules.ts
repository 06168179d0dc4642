import { sql } from 'kysely'
import type { z } from 'zod'
import { holdsAny } from '#contract/access/permissions.ts'
import { refusals } from '#contract/refusals.ts'
import { reportPermission } from '#contract/reports/report-index.ts'
import type { ReportSchedule, reportScheduleCalls } from '#contract/schedules/report-schedules.ts'
import { occurrenceDay, type Recurrence } from '#ledger/calendar/recurrence.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue } from '#server/outbox/outbox.ts'

const schedulesMaximum = 20
export type StoredSchedule = Pick<
  ReportSchedule,
  'report' | 'span' | 'format' | 'language' | 'unit' | 'every' | 'start_date'
> & {
  id: number
  user_id: number
  query: Record<string, string>
  next_number: number
  ended_at: Date | null
}
export type ReportMailPayload = { schedule_id: number; number: number }

/** A schedule has no end of its own. */
export const recurrenceOf = ({ unit, every, start_date }: StoredSchedule): Recurrence => ({
  unit,
  every,
  start_date,
  is_month_end: false,
  until_date: null,
  count_max: null,
})

/** In the morning, before work begins in Riyadh. */
const dueAt = (day: string) => new Date(Date.parse(`${day}T07:00:00+03:00`))

export async function planReportMail(db: TenantDatabase, organizationId: number, row: StoredSchedule): Promise<void> {
  const day = occurrenceDay(recurrenceOf(row), row.next_number)
  if (row.ended_at !== null || day === null) return
  const payload: ReportMailPayload = { schedule_id: row.id, number: row.next_number }
  const key = `${row.id} ${row.next_number}`
  await enqueue(db, organizationId, { kind: 'report_mail', key, payload, due_at: dueAt(day) })
}

type Row = StoredSchedule & { state: string | null; error: string | null }

/** The user's own schedules. */
export async function listSchedules(context: Context, only: number | null = null): Promise<unknown[]> {
  const { db, session, services, language } = context
  const own = session.organization_id
  const { rows } = await sql<Row>`
    SELECT schedule.*, message.state, message.last_error AS error
    FROM report_schedules AS schedule
    LEFT JOIN LATERAL (SELECT sent.state, sent.last_error FROM outbox_messages AS sent
      WHERE sent.organization_id = ${own} AND sent.kind = 'report_mail' AND sent.key = schedule.id || ' ' || (schedule.next_number - 1)) AS message ON true
    WHERE schedule.organization_id = ${own} AND schedule.user_id = ${session.user_id} AND schedule.ended_at IS NULL
      AND (${only}::bigint IS NULL OR schedule.id = ${only}::bigint)
    ORDER BY schedule.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    next_day: occurrenceDay(recurrenceOf(row), row.next_number),
    error: row.error && (row.error in refusals ? services.words.say(language, `refusals:${row.error}`) : row.error),
  }))
}

type Body = z.output<(typeof reportScheduleCalls)['create']['body']>

export async function createSchedule(context: Context, { query, ...body }: Body): Promise<unknown> {
  const { db, session, services } = context
  if (!holdsAny(session.authority, [reportPermission(body.report)])) throw new Refusal('not_permitted')
  if (services.config.smtpUrl === undefined) throw new Refusal('mail_not_set_up')
  const mine = await listSchedules(context)
  if (mine.length >= schedulesMaximum)
    throw new Refusal('too_many_schedules', { params: { maximum: schedulesMaximum } })
  const { from: _, to: __, after: ___, format: ____, ...filters } = query
  const { id } = await db
    .insertInto('report_schedules')
    .values({ ...body, user_id: session.user_id, query: JSON.stringify(filters) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await planReportMail(db, session.organization_id, await lockSchedule(db, id))
  return (await listSchedules(context, id))[0]
}

export async function endSchedule(context: Context, id: number): Promise<unknown> {
  const [own] = await listSchedules(context, id)
  if (!own) throw new Refusal('not_found')
  await context.db
    .updateTable('report_schedules')
    .set({ ended_at: context.services.clock.now() })
    .where('id', '=', id)
    .execute()
  return own
}

export async function lockSchedule(db: TenantDatabase, id: number): Promise<StoredSchedule> {
  const row = await db.selectFrom('report_schedules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row as StoredSchedule
}
