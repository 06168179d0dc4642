import type { FieldErrors } from '#contract/issues.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'

type OptionalId = number | null | undefined
/** Which row a field names, and its required properties. `active`: its status is checked. */
type Reference = readonly [
  table: keyof Database,
  id: OptionalId,
  conditions?: Record<string, unknown>,
  check?: 'active',
]
type ReferencedRows = ReadonlyMap<string, { id: number; row: { status?: string } | undefined }>

/** The rows that the fields of an input name; a stranger's is as unknown as a missing one. */
export const referencedRows = (references: Record<string, Reference>): Need<ReferencedRows> => ({
  load: async ({ db }) => {
    const look = async ([field, [table, id, conditions = {}, check]]: [string, Reference]) => {
      if (id === null || id === undefined) return []
      // biome-ignore lint/suspicious/noExplicitAny: one look-up for the tables of all fields
      let query = (db as any).selectFrom(table).select(check === undefined ? ['id'] : ['id', 'status'])
      for (const [column, value] of Object.entries({ id, ...conditions })) query = query.where(column, '=', value)
      return [[field, { id, row: await query.executeTakeFirst() }] as const]
    }
    return new Map((await Promise.all(Object.entries(references).map(look))).flat())
  },
})

/** Refuses unknown rows, and inactive ones unless the stored record (`stored`, by field) names them already. */
export function requireReferences(rows: ReferencedRows, stored: Record<string, OptionalId> = {}): void {
  const errors: FieldErrors = {}
  for (const [field, { id, row }] of rows)
    if (!row) errors[field] = { code: 'unknown_reference' }
    else if (row.status === 'inactive' && id !== stored[field]) errors[field] = { code: 'inactive_reference' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}
