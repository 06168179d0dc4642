import { sql } from 'kysely'
import type { Call } from '#contract/kit/resource.ts'
import type { Context } from './context.ts'

/** Who changed what: one row for every write, in the write's own transaction. Files and secrets stay out. Answers the answer. */
export function audited<Answer extends { data: unknown }>(
  context: Context,
  call: Call,
  ask: { params: unknown; body: unknown },
  answer: Answer,
): Answer {
  const id = (ask.params as { id?: number } | undefined)?.id ?? (answer.data as { id?: number } | null)?.id ?? null
  const { user_id } = context.session
  const who = { user_id, action: `${call.method} ${call.path}`, resource: call.labels, resource_id: id }
  const row = { ...who, request_id: context.request_id, details: ask.body ?? null }
  context.db.together.keep(writeAudit, { context, row })
  return answer
}

async function writeAudit(all: readonly { context: Context; row: object }[]): Promise<void> {
  const { db, session } = (all[0] as { context: Context }).context
  const rows = all.map(({ row }) => row)
  await sql`
    INSERT INTO audit_log (organization_id, user_id, action, resource, resource_id, request_id, details)
    SELECT ${session.organization_id}, done.* FROM jsonb_to_recordset(${JSON.stringify(rows, withoutSecrets)}::jsonb) AS done
      (user_id bigint, action text, resource text, resource_id bigint, request_id text, details jsonb)`.execute(db)
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (/password|token/i.test(key)) return undefined
  return key.endsWith('_file') || key === 'img' ? '(file)' : value
}
