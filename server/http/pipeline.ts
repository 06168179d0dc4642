import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { holdsAny } from '#contract/access/permissions.ts'
import type { Call } from '#contract/kit/resource.ts'
import { withAudit } from '#server/core/audit.ts'
import { type Context, dayInRiyadh, inAccount, type Session } from '#server/core/context.ts'
import { languageOf } from '#server/core/locale.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant, type Transact, type TransactionMode } from '#server/db/tenant/transaction.ts'
import { answeringAfter } from '#server/db/tenant/verbs.ts'
import { readBefore, refuseChanged, rememberReader } from '#server/http/echoes.ts'
import { claimKey, forgetAnswer, idempotencyKeyOf, Replay, storeAnswer } from '#server/http/idempotency.ts'
import { parseAsk } from '#server/http/parse-ask.ts'
import { type AnswerFile, sendAttachment } from '#server/http/send-attachment.ts'
import { type SerializedAnswer, sendText } from '#server/http/serialized-answer.ts'
import { isConfirmedForAll } from '#server/http/session-facts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
    /** For a route that is not a call: it is public. */
    isPublic?: true
  }
  interface FastifyRequest {
    session: Session | null
    /** Whose account a sign-in was refused for: organization and user. */
    refusedAccount?: string
  }
  interface FastifyInstance {
    services: Services
  }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
export type Ask<C extends Call> = { params: Parsed<C['params']>; query: Parsed<C['query']>; body: Parsed<C['body']> }
/**
 * `data` is parsed by the answer schema of the call; `meta` is sent as it is; `message` names a word of `common`.
 */
export type Answer = Partial<{
  data: unknown
  meta: { total: number }
  message: string
  file: AnswerFile
  /** Runs after the commit, outside of any transaction. Its answer replaces `data`. */
  after: () => Promise<unknown>
}>
export type Rule<C extends Call> = (context: Context, ask: Ask<C>) => Promise<Answer>
type PublicRule<C extends Call> = (services: Services, ask: Ask<C>, request: FastifyRequest) => Promise<Answer>

/** The rule of a call that prepares something: it also gets what was prepared. */
type Prepared<C extends Call, Given> = (context: Context, ask: Ask<C>, given: Given) => Promise<Answer>
type Prepare<C extends Call, Given> = (context: Omit<Context, 'db'>, ask: Ask<C>) => Promise<Given>

/**
 * Mounts a call with its admission, in one transaction of the caller's tenant (its own, unless `transact` is given).
 */
export function mount<const C extends Call>(
  app: FastifyInstance,
  call: C,
  rule: Rule<C>,
  transact: Transact<Ask<C>> = (pool, organizationId, _, work) => inTenant(pool, organizationId, modeOf(call), work),
): void {
  if (call.admission === 'public') throw new Error(`${call.path} is public: mountPublic`)
  rememberReader(app.services, call, async (context, params) => {
    const answer = await rule(context, { params, query: {} } as Ask<C>)
    return wrap(call, answer, context).data
  })
  mountPrepared(app, call, async () => undefined, rule, transact)
}

/** Mounts a call that prepares something before its transaction begins: while a file is read, no connection waits. */
export function mountPrepared<const C extends Call, Given>(
  app: FastifyInstance,
  call: C,
  prepare: Prepare<C, Given>,
  work: Prepared<C, Given>,
  transact: Transact<Ask<C>> = (pool, organizationId, _, work) => inTenant(pool, organizationId, modeOf(call), work),
): void {
  route(app, call, async (request, reply) => {
    const caller = request.session as Session
    await admit(app.services, call, caller)
    const session = call.scope === 'account' ? inAccount(caller) : caller
    const ask = parseAsk(call, request) as Ask<C>
    const given = await prepare(contextOf(app.services, session, request), ask)
    const rule: Rule<C> = (context, asked) => work(context, asked, given)
    const answering = transactAt(app.services, call, session, reply, (pool) =>
      transact(pool, session.organization_id, ask, async (db) => {
        const context: Context = { ...contextOf(app.services, session, request), db }
        const answer = await (call.method === 'GET'
          ? rule(context, ask).then((given) => (given.file ? { file: given.file } : wrap(call, given, context)))
          : write(call, rule, context, ask, request))
        const { count, roundTrips } = db.statements
        reply.header('server-timing', `db;desc="${count} statements in ${roundTrips} round trips"`)
        return answer
      }),
    )
    const answered: Promise<unknown> =
      call.method === 'GET'
        ? answering.then((given): unknown => ('file' in given ? sendAttachment(reply, given.file) : given))
        : answering.then(async (written) => sendText(reply, await finished(written as SerializedAnswer)))
    return answered.catch((error: unknown) => {
      if (!(error instanceof Replay)) throw error
      reply.header('idempotency-replayed', 'true')
      return error.response
    })
  })
}

const contextOf = (services: Services, session: Session, request: FastifyRequest): Omit<Context, 'db'> => ({
  session,
  services,
  request_id: request.id,
  ip: request.ip,
  language: languageOf(request.headers['accept-language']),
  today: dayInRiyadh(services.clock.now()),
})

type PersonalRule<C extends Call> = (
  services: Services,
  session: Session,
  ask: Ask<C>,
  request: FastifyRequest,
) => Promise<Answer>

/** Calls of a person that look into several organizations, one after the other: the rule opens a transaction for each. */
export function mountPersonal<const C extends Call>(app: FastifyInstance, call: C, rule: PersonalRule<C>): void {
  if (call.admission !== 'signed-in' || !call.asks) throw new Error(`${call.path} is not for a person: mount`)
  route(app, call, async (request) => {
    const session = request.session as Session
    await admit(app.services, call, session)
    return publicAnswer(
      app,
      call,
      request,
      await rule(app.services, session, parseAsk(call, request) as Ask<C>, request),
    )
  })
}

/** The few calls before sign-in: no tenant yet, so the rule opens its own transactions. */
export function mountPublic<const C extends Call>(app: FastifyInstance, call: C, rule: PublicRule<C>): void {
  if (call.admission !== 'public') throw new Error(`${call.path} is not public: mount`)
  route(app, call, async (request, reply) => {
    const answer = await rule(app.services, parseAsk(call, request) as Ask<C>, request)
    return answer.file ? sendAttachment(reply, answer.file) : publicAnswer(app, call, request, answer)
  })
}

function publicAnswer(app: FastifyInstance, call: Call, request: FastifyRequest, { message, data }: Answer) {
  const reason =
    message && app.services.words.say(languageOf(request.headers['accept-language']), `common:messages.${message}`)
  return { success: true, ...(reason && { message: reason }), data: call.answer ? call.answer.parse(data) : null }
}

function route(
  app: FastifyInstance,
  call: Call,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.route({ method: call.method, url: call.path, config: { call }, handler })
}

async function admit({ pool }: Services, call: Call, session: Session): Promise<void> {
  if (call.admission !== 'signed-in' && !holdsAny(session.authority, call.admission as readonly string[]))
    throw new Refusal('not_permitted')
  if (call.asks && session.api_key) throw new Refusal('person_needed')
  if (session.lacks_second_factor && call.admission !== 'signed-in') throw new Refusal('second_factor_missing')
  if (call.asks === 'confirmed') {
    // What changes credentials is of all organizations of the person.
    const isOfPerson = call.scope === 'account' || call.path.startsWith('/account/')
    if (!(isOfPerson ? await isConfirmedForAll(pool, session) : session.is_confirmed))
      throw new Refusal('confirm_identity')
  }
  const whilePending = call.admission === 'signed-in' || call.path.startsWith('/organization/')
  if (session.organization.status === 'pending' && !whilePending) throw new Refusal('onboarding_first')
}

/**
 * Reports and exports are read from the standby where there is one that is fresh enough, and say of which moment they are. If it fails, the primary answers.
 */
async function transactAt<Result>(
  { pool, reading }: Services,
  call: Call,
  { organization_id }: Session,
  reply: FastifyReply,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  if (call.method !== 'GET') return work(pool).finally(() => reading.wrote(organization_id))
  const standby = modeOf(call) === 'snapshot' ? reading.standbyFor(organization_id) : null
  if (!standby) return work(pool)
  try {
    const answer = await work(standby.pool)
    reply.header('data-as-of', standby.as_of.toISOString())
    return answer
  } catch (error) {
    if (error instanceof Refusal || reply.sent) throw error
    reading.failed()
    return work(pool)
  }
}

const modeOf = (call: Call): TransactionMode =>
  call.method !== 'GET' ? 'write' : call.kind === 'report' || call.kind === 'export' ? 'snapshot' : 'read'

/** The rule does not wait for the key's row: its first statements travel with it, its first answer comes after it. */
async function write<C extends Call>(call: C, rule: Rule<C>, context: Context, ask: Ask<C>, request: FastifyRequest) {
  const before = readBefore(context, call, ask, request)
  const earlier = before && (await before)
  const written = (given: Answer): SerializedAnswer => {
    const answer = wrap(call, given, context)
    refuseChanged(call, request, earlier, answer.data)
    const { after } = given
    const again = after && (async () => JSON.stringify(wrap(call, { ...given, data: await after() }, context)))
    return { text: JSON.stringify(withAudit(context, call, ask, answer)), after: again }
  }
  const key = idempotencyKeyOf(request)
  if (key === undefined) return written(await rule(context, ask))
  const path = request.url.split('?')[0] as string
  const claimed = claimKey(context, key, `${call.method} ${path}`, request.body)
  const working = rule({ ...context, db: answeringAfter(context.db, claimed) }, ask)
  // A rule may refuse before its first statement; a key that was used says so first.
  working.catch(() => {})
  const claim = await claimed
  const answer = written(await working)
  storeAnswer(context, claim, answer)
  const { after } = answer
  return { ...answer, after: after && (() => orForget(context, key, after)) }
}

async function orForget(context: Context, key: string, after: () => Promise<string>): Promise<string> {
  try {
    return await after()
  } catch (error) {
    await forgetAnswer(context, key)
    throw error
  }
}

/** The stored answer is that of the transaction. The caller gets the final result. */
const finished = async (written: SerializedAnswer): Promise<SerializedAnswer> =>
  written.after ? { ...written, text: await written.after() } : written

const defaultMessages: Partial<Record<Call['kind'], string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
}

function wrap(call: Call, { data, meta, message = defaultMessages[call.kind] }: Answer, context: Context) {
  const many = call.kind === 'list' || call.kind === 'options' || call.kind === 'tree'
  const parsed =
    !call.answer || data === undefined
      ? data
      : many
        ? (data as unknown[]).map((row) => call.answer?.parse(row))
        : call.answer.parse(data)
  return {
    ...(call.method !== 'GET' && { success: true }),
    ...(message && { message: context.services.words.say(context.language, `common:messages.${message}`) }),
    data: parsed ?? null,
    ...(meta && { meta }),
  }
}
