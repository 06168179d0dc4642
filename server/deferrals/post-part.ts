import { monthStart } from '#ledger/calendar/calendar.ts'
import { text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { isUnposted, lockDeferral, remainingOf, requireDocumentOf, type StoredPart } from './deferral-rows.ts'
import { needsOfPart, nextNumber, ownerNumberOf, type PartFacts, planAmount, planPart } from './plan-part.ts'

/**
 * Posts the next due part, in one transaction with its row. A refusal, for example a locked period, becomes a task, and
 * the next part follows. False when nothing is due.
 */
export async function postNextDue(services: Services, organizationId: number, id: number): Promise<boolean> {
  const attempt = (act: (context: Context, part: Due) => Promise<void>): Promise<boolean> =>
    inTenant(services.pool, organizationId, 'write', async (db) => {
      const author = await db.selectFrom('deferrals').select('created_by').where('id', '=', id).executeTakeFirst()
      const acting = { user_id: author?.created_by ?? 0, request_id: 'deferral' }
      const context = await systemContext(services, db, organizationId, acting)
      const part = await nextDue(context, id)
      if (part) await act(context, part)
      return part !== undefined
    })
  try {
    return await attempt((context, part) => runWrite(context, postDue, { id, part }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return await attempt((context, part) => noteFailure(context, id, part, reasonOf(error)))
  }
}

/** The reason of a refusal, or of the field it names. */
const reasonOf = ({ code, errors }: Refusal): string =>
  code === 'invalid_input' ? (Object.values(errors)[0]?.code ?? code) : code

type Due = { number: number; part_date: string }

const nextDue = ({ db, today }: Context, id: number): Promise<Due | undefined> =>
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

/** The due part as it was seen, or undefined if another server was faster. */
const stillDue = ({ row, parts }: PartFacts['schedule'], { number, part_date }: Due): StoredPart | undefined =>
  row.state === 'active'
    ? parts.find((part) => part.number === number && part.state === 'planned' && part.part_date === part_date)
    : undefined

const postDue = {
  needs: (_: Context, { id, part }: { id: number; part: Due }) => needsOfPart(id, part.part_date),
  decide(caller: Caller, facts: PartFacts, { part: due }: { id: number; part: Due }): Decision<void> {
    const period = facts.calendar.open(due.part_date, 'date', 'manual')
    const plan = new Plan(caller, facts.accounts)
    const part = stillDue(facts.schedule, due)
    if (part) planPart(plan, period, facts, part, due.part_date)
    return { plan, result: () => undefined }
  },
}

/** A task for the user who saved the document: on the page of deferrals, and by mail. */
async function noteFailure(context: Context, id: number, due: Due, error: string): Promise<void> {
  const { db, services, session } = context
  const schedule = await lockDeferral(context, id)
  const { row } = schedule
  const part = stillDue(schedule, due)
  if (!part) return
  await db
    .updateTable('deferral_parts')
    .set({ state: 'failed', error })
    .where('deferral_id', '=', row.id)
    .where('number', '=', part.number)
    .execute()
  if (row.created_by === null) return
  const [reader, about] = await Promise.all([
    db.selectFrom('users').select('email').where('id', '=', row.created_by).executeTakeFirst(),
    ownerNumberOf(context, row.id),
  ])
  if (!reader) return
  const say = (language: 'ar' | 'en', key: string) =>
    services.words.say(language, `deferrals:mail.${key}`, {
      about: about ?? '',
      day: part.part_date,
      link: `${services.config.publicUrl}/accounting/deferrals`,
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
export const retryPart = (context: Context, id: number, number: number, day: string | null): Promise<void> =>
  runWrite(context, retry, { id, number, day })

type Retried = { id: number; number: number; day: string | null }

const retry = {
  async needs(context: Context, { id, number, day }: Retried) {
    const unlocked = await context.db
      .selectFrom('deferral_parts')
      .select(['part_date'])
      .where('deferral_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!unlocked) throw new Refusal('not_found')
    const date = day ?? unlocked.part_date
    if (date > context.today) throw new Refusal('date_in_future', { field: 'date' })
    return { ...needsOfPart(id, date), date: known(date) }
  },
  decide(caller: Caller, facts: PartFacts & { date: string }, { number }: Retried): Decision<void> {
    const { date, schedule } = facts
    const period = facts.calendar.open(date, 'date', 'manual')
    const part = schedule.parts.find((one) => one.number === number)
    if (part?.state !== 'failed') throw new Refusal('nothing_to_retry')
    if (date < schedule.row.deferred_on) throw new Refusal('date_before_source', { field: 'date' })
    const plan = new Plan(caller, facts.accounts)
    planPart(plan, period, facts, part, date)
    return { plan, result: () => undefined }
  },
}

/** Recognises all that still waits on one day. What was planned is dropped. */
export const stopDeferral = (context: Context, id: number, date: string): Promise<void> =>
  runWrite(context, stop, { id, date })

type Stopped = { id: number; date: string }

const stop = {
  needs({ today }: Context, { id, date }: Stopped) {
    if (date > today) throw new Refusal('date_in_future', { field: 'date' })
    return needsOfPart(id, date)
  },
  decide(caller: Caller, facts: PartFacts, { id, date }: Stopped): Decision<void> {
    const { row, parts } = facts.schedule
    requireDocumentOf(row)
    const period = facts.calendar.open(date, 'date', 'manual')
    const remaining = remainingOf(row, parts)
    if (row.state !== 'active' || remaining.eq(0)) throw new Refusal('deferral_state')
    const posted = parts.filter(({ state }) => state === 'posted').map(({ part_date }) => part_date)
    if ([row.deferred_on, ...posted].some((day) => day > date))
      throw new Refusal('deferral_stop_early', { field: 'date' })
    const plan = new Plan(caller, facts.accounts)
    const number = nextNumber(parts)
    const entry_id = planAmount(plan, period, facts, { number, date, amount: remaining })
    for (const part of parts.filter(isUnposted))
      plan.changeBy('deferral_parts', { deferral_id: id, number: part.number }, { state: 'dropped', error: null })
    plan.add('deferral_parts', {
      deferral_id: id,
      number,
      kind: 'stop',
      month: monthStart(date),
      part_date: date,
      amount: text(remaining),
      state: 'posted',
      entry_id,
    })
    plan.change('deferrals', id, { state: 'stopped', plan: row.plan + 1 })
    return { plan, result: () => undefined }
  },
}
