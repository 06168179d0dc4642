import { monthStart } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { recognitionEntry } from '#ledger/posting/deferral.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { post } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import {
  deferralSource,
  factsOf,
  isUnposted,
  lockDeferral,
  remainingOf,
  type StoredDeferral,
  type StoredPart,
} from './deferral-rows.ts'

type Posted = { isPosted: boolean }

/**
 * Posts the next due part, in one transaction with its row. A refusal, for example a locked period, becomes a task, and
 * the next part follows. False when nothing is due.
 */
export async function postNextDue(services: Services, organizationId: number, id: number): Promise<boolean> {
  const attempt = (refused?: string): Promise<Posted> =>
    inTenant(services.pool, organizationId, 'write', async (db) => {
      const author = await db.selectFrom('deferrals').select('created_by').where('id', '=', id).executeTakeFirst()
      const acting = { user_id: author?.created_by ?? 0, request_id: 'deferral' }
      const context = await systemContext(services, db, organizationId, acting)
      const seen = await nextDue(context, id)
      if (!seen) return { isPosted: false }
      const period = refused ? null : await lockPeriod(context, seen.part_date, 'date', 'manual')
      const { row, parts } = await lockDeferral(context, id)
      const part = parts.find(({ number }) => number === seen.number)
      // Another server was faster.
      if (row.state !== 'active' || part?.state !== 'planned' || part.part_date !== seen.part_date)
        return { isPosted: true }
      if (period) await postPart(context, period, row, part)
      else await noteFailure(context, row, part, refused ?? '')
      await closeWhenDone(context, row, parts, part.number)
      return { isPosted: true }
    })
  try {
    return (await attempt()).isPosted
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return (await attempt(reasonOf(error))).isPosted
  }
}

/** The reason of a refusal, or of the field it names. */
const reasonOf = ({ code, errors }: Refusal): string =>
  code === 'invalid_input' ? (Object.values(errors)[0]?.code ?? code) : code

const nextDue = ({ db, today }: Context, id: number) =>
  db
    .selectFrom('deferral_parts as part')
    .innerJoin('deferrals as deferral', 'deferral.id', 'part.deferral_id')
    .select(['part.number', 'part.part_date'])
    .where('part.deferral_id', '=', id)
    .where('deferral.state', '=', 'active')
    .where('part.state', '=', 'planned')
    .where('part.part_date', '<=', today)
    .orderBy('part.part_date')
    .orderBy('part.number')
    .limit(1)
    .executeTakeFirst()

/** A part on a day. One of nothing, of a row that was credited, posts nothing. */
async function postPart(
  context: Context,
  period: Period,
  row: StoredDeferral,
  part: Pick<StoredPart, 'number' | 'part_date' | 'amount'>,
): Promise<void> {
  const entry_id = await postAmount(context, period, row, {
    ...{ number: part.number, date: part.part_date },
    amount: decimal(part.amount),
  })
  await context.db
    .updateTable('deferral_parts')
    .set({ state: 'posted', entry_id, error: null, part_date: part.part_date })
    .where('deferral_id', '=', row.id)
    .where('number', '=', part.number)
    .execute()
}

/** From where it waits to the account of the row. */
export async function postAmount(
  context: Context,
  period: Period,
  row: StoredDeferral,
  { number, date, amount }: { number: number; date: string; amount: Decimal },
): Promise<number | null> {
  if (amount.eq(0)) return null
  const head = {
    date,
    kind: 'deferral',
    source: deferralSource,
    source_id: row.id,
    source_revision: number + 1,
  } as const
  const entry = recognitionEntry(ledgerSides[row.side as 'sales' | 'purchases'], factsOf(row, amount))
  return post(context, period, { ...head, numbered_document_id: row.document_id }, entry)
}

/** A schedule whose parts are all posted is done. */
async function closeWhenDone(
  { db }: Context,
  row: StoredDeferral,
  parts: readonly StoredPart[],
  number: number,
): Promise<void> {
  const isFailed = await db
    .selectFrom('deferral_parts')
    .select('number')
    .where('deferral_id', '=', row.id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  if (isFailed || parts.some((part) => isUnposted(part) && part.number !== number)) return
  await db.updateTable('deferrals').set({ state: 'done' }).where('id', '=', row.id).execute()
}

/** A task for the user who saved the document: on the page of deferrals, and by mail. */
async function noteFailure(context: Context, row: StoredDeferral, part: StoredPart, error: string): Promise<void> {
  const { db, services, session } = context
  await db
    .updateTable('deferral_parts')
    .set({ state: 'failed', error })
    .where('deferral_id', '=', row.id)
    .where('number', '=', part.number)
    .execute()
  if (row.created_by === null) return
  const [reader, document] = await Promise.all([
    db.selectFrom('users').select('email').where('id', '=', row.created_by).executeTakeFirst(),
    db.selectFrom('documents').select('number').where('id', '=', row.document_id).executeTakeFirst(),
  ])
  if (!reader) return
  const say = (language: 'ar' | 'en', key: string) =>
    services.words.say(language, `deferrals:mail.${key}`, {
      ...{
        about: document?.number ?? '',
        day: part.part_date,
        link: `${services.config.publicUrl}/accounting/deferrals`,
      },
      reason: services.words.say(language, [`refusals:${error}`, `errors:${error}`]),
    })
  const payload = {
    to: reader.email,
    subject: say('ar', 'subject'),
    text: `${say('ar', 'text')}\n\n${say('en', 'text')}`,
  }
  await enqueue(db, session.organization_id, { kind: 'mail', key: `deferral:${row.id} ${part.number}`, payload })
}

/** Posts what could not be posted, in the request of a person, who gets the refusal. */
export async function retryPart(context: Context, id: number, number: number, day: string | null): Promise<void> {
  const { db, today } = context
  const seen = await db
    .selectFrom('deferral_parts')
    .select(['part_date'])
    .where('deferral_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!seen) throw new Refusal('not_found')
  const part_date = day ?? seen.part_date
  if (part_date > today) throw new Refusal('date_in_future', { field: 'date' })
  const period = await lockPeriod(context, part_date, 'date', 'manual')
  const { row, parts } = await lockDeferral(context, id)
  const part = parts.find((one) => one.number === number)
  if (part?.state !== 'failed') throw new Refusal('nothing_to_retry')
  if (part_date < row.deferred_on) throw new Refusal('date_before_source', { field: 'date' })
  await postPart(context, period, row, { ...part, part_date })
  await closeWhenDone(context, row, parts, number)
}

/** Recognises all that still waits on one day. What was planned is dropped. */
export async function stopDeferral(context: Context, id: number, date: string): Promise<void> {
  if (date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const period = await lockPeriod(context, date, 'date', 'manual')
  const { row, parts } = await lockDeferral(context, id)
  const remaining = remainingOf(row, parts)
  if (row.state !== 'active' || remaining.eq(0)) throw new Refusal('deferral_state')
  const posted = parts.filter(({ state }) => state === 'posted').map(({ part_date }) => part_date)
  if ([row.deferred_on, ...posted].some((day) => day > date))
    throw new Refusal('deferral_stop_early', { field: 'date' })
  const number = nextNumber(parts)
  const entry_id = await postAmount(context, period, row, { number, date, amount: remaining })
  const stop = {
    deferral_id: id,
    number,
    kind: 'stop',
    month: monthStart(date),
    part_date: date,
    amount: text(remaining),
  }
  await Promise.all([
    context.db
      .updateTable('deferral_parts')
      .set({ state: 'dropped', error: null })
      .where('deferral_id', '=', id)
      .where('state', 'in', ['planned', 'failed'])
      .execute(),
    context.db
      .insertInto('deferral_parts')
      .values({ ...stop, state: 'posted', entry_id })
      .execute(),
    context.db
      .updateTable('deferrals')
      .set({ state: 'stopped', plan: row.plan + 1 })
      .where('id', '=', id)
      .execute(),
  ])
}

export const nextNumber = (parts: readonly StoredPart[]): number =>
  Math.max(0, ...parts.map(({ number }) => number)) + 1
