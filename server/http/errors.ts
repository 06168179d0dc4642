import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FieldError, wordedBy } from '#contract/issues.ts'
import type { ErrorAnswer } from '#contract/kit/envelope.ts'
import { DigitsLost } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Language, languageOf, type Words } from '../core/locale.ts'
import { readOn } from './bodies/read-on.ts'
import { databaseRefusal } from './database-errors.ts'
import { noteFailedWrite } from './health.ts'

/** The one place where a refusal or error becomes words: `{ code, message, errors }` in the language of the request. */
export function answerErrors(app: FastifyInstance, words: Words): void {
  app.setErrorHandler((error, request, reply) => {
    const labels = labelsOf(request)
    const refusal = refusalOf(error, labels)
    noteFailedWrite(app.services, error)
    // Refusals under overload are frequent, and an error line costs as much as the refusal. The response line reports the status.
    if (refusal.status >= 500 && refusal.code !== 'overloaded')
      request.log.error({ err: error, code: refusal.code }, 'request failed')
    const language = languageOf(request.headers['accept-language'])
    if (refusal.status !== 413) return sendRefusal(reply, refusal, words, language, labels)
    // What is too large is read to its end, so that the refusal is read too.
    void readOn(request.raw).then(() => sendRefusal(reply, refusal, words, language, labels))
    return reply
  })
}

/** The name of the refusal is in the body and a header, so that a program can act on it without reading the message. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, words: Words, language: Language, labels: string) {
  reply.header('refusal', refusal.code)
  if (refusal.status === 503 || refusal.status === 429) reply.header('retry-after', String(refusal.params.seconds ?? 2))
  // The rest of the body is not waited for.
  if (refusal.status === 413) reply.header('connection', 'close')
  return reply.code(refusal.status).send(wordRefusal(refusal, words, language, labels))
}

/** A refusal in the words of a language; also one that was stored. */
export function wordRefusal(
  refusal: Pick<Refusal, 'code' | 'params' | 'errors'>,
  words: Words,
  language: Language,
  labels: string,
): ErrorAnswer {
  const errors = Object.fromEntries(
    Object.entries(refusal.errors).map(([field, error]) => [field, wordField(field, error, words, language, labels)]),
  )
  const own = `refusals:of_${labels}.${refusal.code}`
  const message = words.say(
    language,
    [own, `refusals:${refusal.code}`, `errors:${refusal.code}`],
    shown(refusal.params),
  )
  // A single field error is its own summary: the toast repeats the field's message, which names the field.
  const [only] = Object.values(errors)
  const isOfField = refusal.code === 'invalid_input' || Object.values(refusal.errors)[0]?.code === refusal.code
  return { code: refusal.code, message: isOfField && only ? only : message, errors }
}

/** The message of a problem of a field. */
export function wordField(field: string, error: FieldError, words: Words, language: Language, labels: string): string {
  const { resource, field: name } = wordedBy(field, labels)
  const params = { field: words.label(language, resource, name), ...shown(error.params ?? {}) }
  return words.say(
    language,
    [
      `errors:${error.code}_by_field.${resource}.${name}`,
      `refusals:of_${labels}.${error.code}`,
      `refusals:${error.code}`,
      `errors:${error.code}`,
      'errors:invalid_value',
    ],
    params,
  )
}

const figures = ['amount', 'available', 'difference', 'maximum', 'minimum']

/** Figures in readable form: with thousands separators, without trailing zeros. */
function shown(params: Record<string, unknown>): Record<string, unknown> {
  const grouped = Object.entries(params).map(([name, value]) =>
    figures.includes(name) ? [name, String(value).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')] : [name, value],
  )
  return Object.fromEntries(grouped)
}

function refusalOf(error: unknown, labels: string): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DigitsLost) return new Refusal('figure_too_long')
  const fromDatabase = databaseRefusal(error, labels)
  if (fromDatabase) return fromDatabase
  const { code = '', statusCode = 500, validation } = error as FastifyError
  if (validation) return new Refusal('invalid_input')
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('body_too_large')
  if (statusCode === 415) return new Refusal('unsupported_media_type')
  if (statusCode === 404) return new Refusal('not_found')
  if (statusCode === 429) return new Refusal('too_many_requests')
  if (statusCode >= 400 && statusCode < 500) return new Refusal('malformed_body')
  // A body that ends in the middle surfaces as a plain stream error; the database words its own failures alike.
  const isDatabase = /^[0-9A-Z]{5}$/.test(code)
  if (!isDatabase && /Unexpected end|Premature close|Malformed|Multipart|aborted/i.test((error as Error).message ?? ''))
    return new Refusal('malformed_body')
  return new Refusal('unexpected')
}

function labelsOf(request: FastifyRequest): string {
  return request.routeOptions?.config?.call?.labels ?? 'common'
}
