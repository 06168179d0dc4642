import type { Insertable } from 'kysely'
import type { Call } from '#contract/kit/resource.ts'
import type { AuditLog } from '#server/db/schema.ts'
import type { TenantDatabase } from '#server/db/tenant.ts'
import type { Context } from './context.ts'

/** Who changed what: one row for every write, in the write's own transaction. Files and secrets stay out. */
export function audit(
  context: Context,
  call: Call,
  ask: { params: unknown; body: unknown },
  answer: { data: unknown },
): void {
  const id = (ask.params as { id?: number } | undefined)?.id ?? (answer.data as { id?: number } | null)?.id ?? null
  const { user_id } = context.session
  const who = { user_id, action: `${call.method} ${call.path}`, resource: call.labels, resource_id: id }
  const details = JSON.stringify(ask.body ?? null, withoutSecrets)
  context.db.together(writeAudit, { db: context.db, row: { ...who, request_id: context.request_id, details } })
}

async function writeAudit(all: readonly { db: TenantDatabase; row: Insertable<AuditLog> }[]): Promise<void> {
  const rows = all.map(({ row }) => row)
  await all[0]?.db.insertInto('audit_log').values(rows).execute()
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (/password|token/i.test(key)) return undefined
  return key.endsWith('_file') || key === 'img' ? '(file)' : value
}
