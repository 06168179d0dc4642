import type { FieldErrors } from '#contract/issues.ts'
import type { Database } from '#server/db/schema.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Need } from './needs.ts'
import { Refusal } from './refusal.ts'

type OptionalId = number | null | undefined
type Conditions = Record<string, unknown>
/** Which row a field names, and its required properties. `active`: its status is checked. */
type NeededReference = readonly [table: keyof Database, id: OptionalId, conditions?: Conditions, check?: 'active']
type ReferencedRows = ReadonlyMap<string, { id: number; row: { status?: string } | undefined }>

/** The rows that the fields of an input name; a stranger's is as unknown as a missing one. */
export const referencedRows = (references: Record<string, NeededReference>): Need<ReferencedRows> => ({
  load: ({ db }) => loadRows(db, references),
})

/** Sent together: no look-up waits for another. */
async function loadRows(db: TenantDatabase, references: Record<string, NeededReference>): Promise<ReferencedRows> {
  const look = async ([field, [table, id, conditions = {}, check]]: [string, NeededReference]) => {
    if (id === null || id === undefined) return []
    // All have the columns that are asked of them, as branches do.
    let query = db.selectFrom(table as 'branches').select(check === undefined ? ['id'] : ['id', 'status'])
    for (const [column, value] of Object.entries({ id, ...conditions }))
      query = query.where(column as 'id', '=', value as number)
    return [[field, { id, row: await query.executeTakeFirst() }] as const]
  }
  return new Map((await Promise.all(Object.entries(references).map(look))).flat())
}

/** Refuses unknown rows, and inactive ones unless the stored record (`stored`, by field) names them already. */
export function requireReferences(rows: ReferencedRows, stored: Record<string, OptionalId> = {}): void {
  const errors: FieldErrors = {}
  for (const [field, { id, row }] of rows)
    if (!row) errors[field] = { code: 'unknown_reference' }
    else if (row.status === 'inactive' && id !== stored[field]) errors[field] = { code: 'inactive_reference' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

/**
 * Which row, and its required properties. `stored`: the row must be active, unless the record already refers to it;
 * null for a new record. Without `stored` the status of the row is not checked.
 */
type Reference = readonly [
  table: keyof Database,
  id: OptionalId,
  conditions?: Conditions,
  stored?: OptionalId | Promise<OptionalId>,
]

/**
 * For a rule that is not planned: every id that a body names must be a row this tenant can see. The composite foreign keys would refuse
 * as well, but they cannot say which field.
 */
export async function requireRows(db: TenantDatabase, references: Record<string, Reference>): Promise<void> {
  const all = Object.entries(references)
  const needed = all.map(([field, [table, id, conditions, stored]]): [string, NeededReference] => [
    field,
    [table, id, conditions, stored === undefined ? undefined : 'active'],
  ])
  const [rows, stored] = await Promise.all([
    loadRows(db, Object.fromEntries(needed)),
    Promise.all(all.map(async ([field, [, , , id]]) => [field, await id] as const)),
  ])
  requireReferences(rows, Object.fromEntries(stored))
}
