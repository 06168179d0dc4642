import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { sendLast } from '#server/db/tenant/verbs.ts'
import type { Context } from './context.ts'

/** Who changed what: one row for every write, in the write's own transaction. Files and secrets stay out. Answers the answer. */
export function withAudit<Answer extends { data: unknown }>(
  context: Context,
  call: Call,
  ask: { params: unknown; body: unknown },
  answer: Answer,
): Answer {
  const { request_id, session, ip } = context
  const what = {
    action: `${call.method} ${call.path}`,
    resource: call.labels,
    resource_id: recordId(call, ask.params, answer.data),
  }
  const details = ask.body ? JSON.stringify(ask.body, withoutSecrets) : null
  const who = { user_id: session.user_id, api_key_id: session.api_key?.id ?? null, ip, request_id }
  const row = { ...what, ...who, details }
  sendLast(context.db, () => context.db.insertInto('audit_log').values(row).execute())
  return answer
}

/** The kind of record at an address: an invoice at `/invoices/:id`. */
const kindAt = new Map(
  calls
    .filter(({ method, path }) => method === 'GET' && path.endsWith('/:id'))
    .map(({ path, labels }) => [path, labels]),
)

/** The record that the call's labels name. An action at one record that makes another, as a note of an invoice, answers the other. */
function recordId({ path, labels }: Call, params: unknown, data: unknown): number | null {
  const named = (params ?? {}) as Record<string, number | undefined>
  const answered = (data as { id?: number } | null)?.id
  const isOfAddress = kindAt.get(path.slice(0, path.indexOf('/:id') + '/:id'.length)) === labels
  return named[`${labels}_id`] ?? (isOfAddress ? named.id : answered) ?? named.id ?? answered ?? null
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (/password|token|^otp$/i.test(key)) return undefined
  return key.endsWith('_file') || key === 'img' ? '(file)' : value
}
