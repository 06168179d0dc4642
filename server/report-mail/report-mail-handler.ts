import { holdsAny, ownerPermission } from '#contract/access/permissions.ts'
import { reportPermission } from '#contract/reports/report-index.ts'
import { occurrenceDay } from '#ledger/calendar/recurrence.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Message } from '#server/mail/mail.ts'
import { deliverMail, identityOf } from '#server/mail/mail-handler.ts'
import type { Handler } from '#server/outbox/outbox.ts'
import { reportFile } from '#server/reports/framework/mount-report.ts'
import {
  lockSchedule,
  planReportMail,
  type ReportMailPayload,
  recurrenceOf,
  type StoredSchedule,
} from './report-schedules.ts'
import { spanDays } from './span-days.ts'

const hour_ms = 3_600_000

/** Mails a report to the user who asked for it, as that user may read it when it leaves; then plans the next one. */
export const reportMailHandler = (services: () => Services): Handler => ({
  afterCrash: 'ask',
  async deliver(organizationId, stored) {
    try {
      const message = await composeReport(services(), organizationId, stored.payload as ReportMailPayload)
      // The clocks of server and database differ: the message came before its day.
      if (message === 'early') return { state: 'retry', error: 'its day has not come', after_ms: hour_ms }
      if (message === null) return { state: 'sent' }
      return await deliverMail(services().mail, { ...message, identity: identityOf(organizationId, stored) })
    } catch (error) {
      if (error instanceof Refusal) return { state: 'failed', error: error.code }
      throw error
    }
  },
  async settle(db, { payload }, outcome) {
    if (outcome.state === 'retry') return
    const { schedule_id, number } = payload as ReportMailPayload
    const row = await lockSchedule(db, schedule_id)
    if (row.ended_at !== null || row.next_number !== number) return
    const next_number = nextAfter(row, dayInRiyadh(services().clock.now()))
    await db.updateTable('report_schedules').set({ next_number }).where('id', '=', schedule_id).execute()
    const { organization_id } = await db.selectFrom('organizations').select('organization_id').executeTakeFirstOrThrow()
    await planReportMail(db, organization_id, { ...row, next_number })
  },
})

/** Mails missed during an outage are not sent late: the next one is in the future. */
function nextAfter(row: StoredSchedule, today: string): number {
  let number = row.next_number + 1
  for (;;) {
    const day = occurrenceDay(recurrenceOf(row), number)
    if (day === null || day > today) return number
    number++
  }
}

async function composeReport(
  services: Services,
  organizationId: number,
  payload: ReportMailPayload,
): Promise<Message | 'early' | null> {
  const found = await inTenant(services.pool, organizationId, 'snapshot', async (db) => {
    const row = (await db
      .selectFrom('report_schedules')
      .selectAll()
      .where('id', '=', payload.schedule_id)
      .executeTakeFirstOrThrow()) as StoredSchedule
    if (row.ended_at !== null || row.next_number !== payload.number) return null
    const context = await systemContext(services, db, organizationId, { user_id: row.user_id, language: row.language })
    const day = occurrenceDay(recurrenceOf(row), row.next_number) ?? context.today
    if (day > context.today) return 'early' as const
    const { reader, email, organization } = await readerOf(context, row)
    const days = spanDays(row.span, day)
    const file = await reportFile(reader, row.report, { ...row.query, ...days }, row.format)
    const say = (key: string) =>
      services.words.say(row.language, key, {
        title: services.words.say(row.language, `reports:${row.report}.title`),
        organization,
        ...days,
      })
    return { email, file, subject: say('sharing:report_mail.subject'), text: say('sharing:report_mail.text') }
  })
  if (found === null || found === 'early') return found
  const { email, file, subject, text } = found
  const content = typeof file.content === 'function' ? await file.content() : file.content
  const attachments = [{ filename: file.fullName ?? file.name, contentType: file.mimetype, content }]
  return { to: email, subject: subject.replace(/\s+/g, ' '), text, attachments }
}

/** The user with what that user may see now. Refuses one who may not read the report any more. */
async function readerOf(context: Context, { user_id, report }: StoredSchedule) {
  const { db, session } = context
  const [user, { name: organization }] = await Promise.all([
    db
      .selectFrom('users')
      .select(['email', 'is_owner', 'role_id'])
      .where('id', '=', user_id)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    db.selectFrom('organizations').select('name').executeTakeFirstOrThrow(),
  ])
  if (!user) throw new Refusal('not_permitted')
  const held = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', user.role_id ?? 0)
    .execute()
  const authority = new Set([...held.map(({ permission }) => permission), ...(user.is_owner ? [ownerPermission] : [])])
  if (!holdsAny(authority, [reportPermission(report)])) throw new Refusal('not_permitted')
  return {
    reader: { ...context, session: { ...session, authority, is_owner: user.is_owner } },
    email: user.email,
    organization,
  }
}
