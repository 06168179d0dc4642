import { sharedKinds } from '#contract/sharing/shared-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Handler } from '#server/outbox/outbox.ts'
import { createReminder, createStatement } from '#server/sharing/create-delivery.ts'
import { type DueReminder, dueReminders } from './due-reminders.ts'
import { dueStatementMonth, dueStatements } from './due-statements.ts'
import { type PlannedMorning, planReminders } from './plan-reminders.ts'
import { runsMornings, storedReminders } from './reminder-settings.ts'

const alreadyThere = '23505'

/** Puts the reminders of a day into the outbox, and plans the next day while reminders are on. Doing it twice sends nothing twice. */
export const reminderHandler = (services: () => Services): Handler => ({
  afterCrash: 'resend',
  async deliver(organizationId, { payload }) {
    const { pool } = services()
    const due = await inTenant(pool, organizationId, 'read', async (db) => {
      const { is_on, plan, since, offsets } = await storedReminders(db)
      if (!is_on || since === null || plan !== (payload as PlannedMorning).plan) return []
      return dueReminders(await systemContext(services(), db, organizationId), offsets, since)
    })
    for (const one of due) await remind(services(), organizationId, one)
    await sendStatements(services(), organizationId, payload as PlannedMorning)
    services().outbox.wake()
    return { state: 'sent' }
  },
  async settle(db, { payload }, outcome) {
    const stored = await storedReminders(db)
    const planned = payload as PlannedMorning
    if (outcome.state !== 'sent' || !runsMornings(stored) || stored.plan !== planned.plan) return
    const { organization_id } = await db.selectFrom('organizations').select('organization_id').executeTakeFirstOrThrow()
    await planReminders(db, organization_id, services().clock.now(), planned)
  },
})

/** The statements of the month before, on their day; each in a transaction of its own with the row that says it was sent. */
async function sendStatements(services: Services, organizationId: number, planned: PlannedMorning): Promise<void> {
  const found = await inTenant(services.pool, organizationId, 'read', async (db) => {
    const { statement_day, statements_since, plan, language } = await storedReminders(db)
    if (statement_day === null || statements_since === null || plan !== planned.plan) return null
    const context = await systemContext(services, db, organizationId)
    const days = dueStatementMonth(context.today, statement_day, statements_since)
    return days && { days, language, customers: await dueStatements(context, days) }
  })
  for (const id of found?.customers ?? [])
    await unlessDone(() =>
      inTenant(services.pool, organizationId, 'write', async (db) => {
        const context = await systemContext(services, db, organizationId, { request_id: 'statement' })
        const { days, language } = found as NonNullable<typeof found>
        const delivery_id = await createStatement(context, id, days, language)
        await db.insertInto('statements_sent').values({ customer_id: id, month: days.from, delivery_id }).execute()
      }),
    )
}

/**
 * What cannot be sent, such as without an address, is left out; what another server sent is done. Where the mail of a day is used up, the
 * rest waits: the message of the outbox is tried again.
 */
async function unlessDone(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isDone = (error as { code?: string }).code === alreadyThere
    if (isDone || (error instanceof Refusal && error.code !== 'mail_limit')) return
    throw error
  }
}

/** One reminder in a transaction of its own, with the row that says it was sent. What cannot be sent, such as without an address, is left out. */
async function remind(services: Services, organizationId: number, one: DueReminder): Promise<void> {
  await unlessDone(() =>
    inTenant(services.pool, organizationId, 'write', async (db) => {
      const context = await systemContext(services, db, organizationId, { request_id: 'reminder' })
      await storeReminder(context, one)
    }),
  )
}

async function storeReminder(context: Context, { document_id, kind, due_date, days }: DueReminder): Promise<void> {
  const { db, services } = context
  const found = sharedKinds.find(({ name }) => name === kind)
  if (!found) return
  const { language, subject, body } = await storedReminders(db)
  const usual = (name: string) => services.words.say(language, `sharing:reminder.${days > 0 ? 'late' : 'due'}.${name}`)
  const template = { subject: subject ?? usual('subject'), body: body ?? usual('body') }
  const delivery_id = await createReminder(context, { kind: found, id: document_id }, language, template)
  await db.insertInto('reminders_sent').values({ document_id, due_date, days, delivery_id }).execute()
}
