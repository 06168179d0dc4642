import type { FieldErrors } from '#contract/issues.ts'
import type { Database } from '#server/db/schema.ts'
import type { TenantDatabase } from '#server/db/tenant.ts'
import { Refusal } from './refusal.ts'

type Reference = readonly [table: keyof Database, id: number | null | undefined, conditions?: Record<string, unknown>]

/**
 * Every id that a body names must be a row this tenant can see; a stranger's is as unknown as a missing one. The
 * composite foreign keys would refuse as well, but they cannot say which field.
 */
export async function requireRows(db: TenantDatabase, references: Record<string, Reference>): Promise<void> {
  const errors: FieldErrors = {}
  // Sent together: no look-up waits for another.
  const look = async ([field, [table, id, conditions = {}]]: [string, Reference]) => {
    if (id === null || id === undefined) return
    // biome-ignore lint/suspicious/noExplicitAny: one look-up for whichever table the field refers to
    let query = (db as any).selectFrom(table).select('id').where('id', '=', id)
    for (const [column, value] of Object.entries(conditions)) query = query.where(column, '=', value)
    if (!(await query.executeTakeFirst())) errors[field] = { code: 'unknown_reference' }
  }
  await Promise.all(Object.entries(references).map(look))
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}
