import type { FieldErrors } from '#contract/issues.ts'
import type { Database } from '#server/db/schema.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { Refusal } from './refusal.ts'

type Id = number | null | undefined
type Conditions = Record<string, unknown>
/**
 * Which row, and its required properties. `stored`: the row must be active, unless the record already refers to it;
 * null for a new record. Without `stored` the status of the row is not checked.
 */
type Reference = readonly [table: keyof Database, id: Id, conditions?: Conditions, stored?: Id | Promise<Id>]

/**
 * Every id that a body names must be a row this tenant can see; a stranger's is as unknown as a missing one. The
 * composite foreign keys would refuse as well, but they cannot say which field.
 */
export async function requireRows(db: TenantDatabase, references: Record<string, Reference>): Promise<void> {
  const errors: FieldErrors = {}
  // Sent together: no look-up waits for another.
  const look = async ([field, [table, id, conditions = {}, stored]]: [string, Reference]) => {
    if (id === null || id === undefined) return
    // biome-ignore lint/suspicious/noExplicitAny: one look-up for whichever table the field refers to
    let query = (db as any).selectFrom(table).select(stored === undefined ? ['id'] : ['id', 'status'])
    for (const [column, value] of Object.entries({ id, ...conditions })) query = query.where(column, '=', value)
    const row = await query.executeTakeFirst()
    if (!row) errors[field] = { code: 'unknown_reference' }
    else if (row.status === 'inactive' && id !== (await stored)) errors[field] = { code: 'inactive_reference' }
  }
  await Promise.all(Object.entries(references).map(look))
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}
