import type { z } from 'zod'
import type { ReminderSettings, reminderCalls } from '#contract/schedules/reminders.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { planReminders } from './plan-reminders.ts'

export type StoredReminders = Omit<ReminderSettings, 'can_mail'> & {
  since: string | null
  statements_since: string | null
  plan: number
}
const usual: StoredReminders = {
  is_on: false,
  offsets: [-3, 1, 7, 14],
  language: 'ar',
  subject: null,
  body: null,
  since: null,
  statement_day: null,
  statements_since: null,
  plan: 0,
}

export async function storedReminders(db: TenantDatabase): Promise<StoredReminders> {
  const row = await db
    .selectFrom('reminder_settings')
    .select(['is_on', 'since', 'offsets', 'language', 'subject', 'body', 'plan', 'statement_day', 'statements_since'])
    .executeTakeFirst()
  return row ? (row as StoredReminders) : usual
}

export async function readReminderSettings({ db, services }: Context): Promise<ReminderSettings> {
  const { since: _, statements_since: __, plan: ___, ...settings } = await storedReminders(db)
  return { ...settings, can_mail: canMail(services) }
}

const canMail = ({ config }: Services): boolean => config.smtpUrl !== undefined

type Body = z.output<(typeof reminderCalls)['save']['body']>

/** Whether there is something to do in the morning. */
export const runsMornings = ({ is_on, statement_day }: Pick<StoredReminders, 'is_on' | 'statement_day'>): boolean =>
  is_on || statement_day !== null

/** Switched on, reminders and statements begin with today. Without a mail server they stay off. An absent day of statements stays as it is. */
export async function saveReminderSettings(context: Context, body: Body): Promise<ReminderSettings> {
  const { db, session, services, today } = context
  if (body.is_on && !canMail(services)) throw new Refusal('mail_not_set_up', { field: 'is_on' })
  // The row of the organization is the turn of those who save at once.
  await db.selectFrom('organizations').select('organization_id').forUpdate().executeTakeFirstOrThrow()
  const stored = await storedReminders(db)
  const statement_day = body.statement_day === undefined ? stored.statement_day : body.statement_day
  if (statement_day !== null && !canMail(services)) throw new Refusal('mail_not_set_up', { field: 'statement_day' })
  const isSwitchedOn = body.is_on && !stored.is_on
  const begins = runsMornings({ is_on: body.is_on, statement_day }) && !runsMornings(stored)
  const plan = begins ? stored.plan + 1 : stored.plan
  const values = {
    is_on: body.is_on,
    since: isSwitchedOn ? today : stored.since,
    offsets: [...new Set(body.offsets)].sort((one, other) => one - other),
    language: body.language,
    subject: body.subject ?? null,
    body: body.body || null,
    plan,
    statement_day,
    statements_since: statement_day === null ? null : (stored.statements_since ?? today),
  }
  await db
    .insertInto('reminder_settings')
    .values({ organization_id: session.organization_id, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
  if (begins) await planReminders(db, session.organization_id, services.clock.now(), { plan })
  return readReminderSettings(context)
}
