import type { FastifyInstance } from 'fastify'
import { reminderCalls } from '#contract/schedules/reminders.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { mount } from '#server/http/pipeline.ts'
import { previewReminders } from './due-reminders.ts'
import { nextStatementDay, previewStatements } from './due-statements.ts'
import { readReminderSettings, saveReminderSettings, storedReminders } from './reminder-settings.ts'

export function reminderRoutes(app: FastifyInstance): void {
  mount(app, reminderCalls.settings, async (context) => ({ data: await readReminderSettings(context) }))
  mount(app, reminderCalls.save, async (context, { body }) => ({ data: await saveReminderSettings(context, body) }))
  mount(app, reminderCalls.preview, async (context, { query }) => ({
    data: await previewReminders(context, query.offsets ?? (await storedReminders(context.db)).offsets),
  }))
  mount(app, reminderCalls.statements, async (context, { query }) => {
    const statement_day = query.statement_day ?? (await storedReminders(context.db)).statement_day ?? 1
    const day = nextStatementDay(context.today, statement_day)
    return { data: (await previewStatements(context)).map((row) => ({ ...row, day })) }
  })
  mount(app, reminderCalls.silence, async (context, { body }) => {
    await setSilence(context, body)
    return { data: body }
  })
}

type Silence = { kind: 'customer' | 'document'; record_id: number; is_silent: boolean }

async function setSilence({ db, session }: Context, { kind, record_id, is_silent }: Silence): Promise<void> {
  const table = kind === 'customer' ? 'parties' : 'documents'
  const record = await db.selectFrom(table).select('id').where('id', '=', record_id).executeTakeFirst()
  if (!record) throw new Refusal('invalid_input', { errors: { record_id: { code: 'unknown_reference' } } })
  if (is_silent)
    await db
      .insertInto('reminder_silences')
      .values({ kind, record_id, created_by: session.user_id || null })
      .onConflict((conflict) => conflict.columns(['organization_id', 'kind', 'record_id']).doNothing())
      .execute()
  else await db.deleteFrom('reminder_silences').where('kind', '=', kind).where('record_id', '=', record_id).execute()
}
