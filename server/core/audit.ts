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
  const id = (ask.params as { id?: number } | undefined)?.id ?? (answer.data as { id?: number } | null)?.id ?? null
  const { request_id, session, ip } = context
  const what = { action: `${call.method} ${call.path}`, resource: call.labels, resource_id: id }
  const details = ask.body ? JSON.stringify(ask.body, withoutSecrets) : null
  const who = { user_id: session.user_id, api_key_id: session.api_key?.id ?? null, ip, request_id }
  const row = { ...what, ...who, details }
  sendLast(context.db, () => context.db.insertInto('audit_log').values(row).execute())
  return answer
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (/password|token|^otp$/i.test(key)) return undefined
  return key.endsWith('_file') || key === 'img' ? '(file)' : value
}
