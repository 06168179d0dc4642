import { occurrenceDay } from '#ledger/calendar/recurrence.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { makeRecord } from './recurring-content.ts'
import { lockRecurring, type StoredRecurring } from './recurring-rows.ts'

type Made = { isMade: boolean; refused?: string }

/**
 * Creates the next due occurrence, in one transaction with its row. A refusal, for example a locked period, becomes a
 * task, and the next one follows. False when nothing is due.
 */
export async function makeNextDue(services: Services, organizationId: number, id: number): Promise<boolean> {
  const attempt = (refused?: string): Promise<Made> =>
    inTenant(services.pool, organizationId, 'write', async (db) => {
      const row = await lockRecurring(db, id)
      const context = await systemContext(services, db, organizationId, {
        user_id: row.created_by ?? 0,
        request_id: 'recurring',
      })
      const day = row.state === 'active' ? occurrenceDay(row, row.next_number) : null
      if (day === null || day > context.today) return { isMade: false }
      if (refused) await noteFailure(context, row, day, refused)
      else await note(context, row, { day, state: 'made', record_id: await makeRecord(context, row, day), error: null })
      return { isMade: true }
    })
  try {
    return (await attempt()).isMade
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return (await attempt(reasonOf(error))).isMade
  }
}

/** The reason of a refusal, or of the field it names. */
const reasonOf = ({ code, errors }: Refusal): string =>
  code === 'invalid_input' ? (Object.values(errors)[0]?.code ?? code) : code

type Occurrence = { day: string; state: 'made' | 'skipped' | 'failed'; record_id: number | null; error: string | null }

/** Records the result of the next occurrence and moves on to the following one. */
export async function note({ db }: Context, row: StoredRecurring, occurrence: Occurrence): Promise<void> {
  await db
    .insertInto('recurring_occurrences')
    .values({ recurring_id: row.id, number: row.next_number, ...occurrence })
    .execute()
  const next_number = row.next_number + 1
  const isOver = occurrenceDay(row, next_number) === null
  await db
    .updateTable('recurring_records')
    .set({ next_number, ...(isOver && { state: 'ended' }) })
    .where('id', '=', row.id)
    .execute()
}

/** A task for the user who arranged it: on the page, and by mail. */
async function noteFailure(context: Context, row: StoredRecurring, day: string, error: string): Promise<void> {
  await note(context, row, { day, state: 'failed', record_id: null, error })
  const { db, services, session } = context
  if (row.created_by === null) return
  const reader = await db.selectFrom('users').select('email').where('id', '=', row.created_by).executeTakeFirst()
  if (!reader) return
  const about = [row.source_number, row.name].filter(Boolean).join(' · ')
  const say = (language: 'ar' | 'en', key: string) =>
    services.words.say(language, `recurring:mail.${key}`, {
      about,
      day,
      link: `${services.config.publicUrl}/recurring`,
      reason: services.words.say(language, [`refusals:${error}`, `errors:${error}`]),
    })
  const payload = {
    to: reader.email,
    subject: say('ar', 'subject'),
    text: `${say('ar', 'text')}\n\n${say('en', 'text')}`,
  }
  await enqueue(db, session.organization_id, { kind: 'mail', key: `recurring:${row.id} ${row.next_number}`, payload })
}

/** Creates a failed occurrence in a person's request, which receives the refusal. */
export async function retryOccurrence(context: Context, id: number, number: number, day: string | null): Promise<void> {
  const row = await lockRecurring(context.db, id)
  const failed = await failedOccurrence(context, id, number)
  const made = day ?? failed.day
  const record_id = await makeRecord(context, row, made)
  await context.db
    .updateTable('recurring_occurrences')
    .set({ state: 'made', record_id, error: null, day: made })
    .where('recurring_id', '=', id)
    .where('number', '=', number)
    .execute()
}

export async function dismissOccurrence(context: Context, id: number, number: number): Promise<void> {
  await lockRecurring(context.db, id)
  await failedOccurrence(context, id, number)
  await context.db
    .updateTable('recurring_occurrences')
    .set({ state: 'dismissed' })
    .where('recurring_id', '=', id)
    .where('number', '=', number)
    .execute()
}

async function failedOccurrence({ db }: Context, id: number, number: number) {
  const row = await db
    .selectFrom('recurring_occurrences')
    .select(['day', 'state'])
    .where('recurring_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.state !== 'failed') throw new Refusal('nothing_to_retry')
  return row
}
