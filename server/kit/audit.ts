import type { Insertable } from 'kysely'
import type { Call } from '#contract/kit/resource.ts'
import type { AuditLog } from '#server/db/schema.ts'
import type { Context } from './context.ts'

/** Who changed what: one row for every write, in the write's own transaction. Files and secrets stay out. */
export function audit(
  context: Context,
  call: Call,
  ask: { params: unknown; body: unknown },
  answer: { data: unknown },
): void {
  const id = (ask.params as { id?: number } | undefined)?.id ?? (answer.data as { id?: number } | null)?.id ?? null
  context.db.together(writeAudit, {
    context,
    row: {
      user_id: context.session.user_id,
      action: `${call.method} ${call.path}`,
      resource: call.labels,
      resource_id: id,
      request_id: context.request_id,
      details: JSON.stringify(ask.body ?? null, withoutSecrets),
    },
  })
}

async function writeAudit(all: readonly { context: Context; row: Insertable<AuditLog> }[]): Promise<void> {
  const [{ context }] = all as [(typeof all)[0]]
  await context.db
    .insertInto('audit_log')
    .values(all.map(({ row }) => row))
    .execute()
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (/password|token/i.test(key)) return undefined
  return key.endsWith('_file') || key === 'img' ? '(file)' : value
}
