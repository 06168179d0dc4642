import { sharedKinds } from '#contract/sharing/shared-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Handler } from '#server/outbox/outbox.ts'
import { createReminder } from '#server/sharing/create-delivery.ts'
import { type DueReminder, dueReminders } from './due-reminders.ts'
import { type PlannedMorning, planReminders } from './plan-reminders.ts'
import { storedReminders } from './reminder-settings.ts'

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
    services().outbox.wake()
    return { state: 'sent' }
  },
  async settle(db, { payload }, outcome) {
    const { is_on, plan } = await storedReminders(db)
    const planned = payload as PlannedMorning
    if (outcome.state !== 'sent' || !is_on || plan !== planned.plan) return
    const { organization_id } = await db.selectFrom('organizations').select('organization_id').executeTakeFirstOrThrow()
    await planReminders(db, organization_id, services().clock.now(), planned)
  },
})

/**
 * One reminder in its own transaction, with the row that records it. A reminder that cannot be sent, for example
 * without an address, is skipped.
 */
async function remind(services: Services, organizationId: number, one: DueReminder): Promise<void> {
  try {
    await inTenant(services.pool, organizationId, 'write', async (db) => {
      const context = await systemContext(services, db, organizationId, { request_id: 'reminder' })
      await storeReminder(context, one)
    })
  } catch (error) {
    const isDone = (error as { code?: string }).code === alreadyThere
    if (!(error instanceof Refusal) && !isDone) throw error
  }
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
