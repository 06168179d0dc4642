import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

type DimensionFilters = { branch_id?: number[] | undefined; cost_center_id?: number[] | undefined }

/**
 * The requested branches and cost centers, all of them existing; a main cost center includes those below it. No request
 * stays undefined; 0 is "no cost center".
 */
export async function requireFilters<Query extends DimensionFilters>(context: Context, query: Query): Promise<Query> {
  const { db, session } = context
  if (query.branch_id) {
    const ids = [...new Set(query.branch_id)]
    const found = await db.selectFrom('branches').select('id').where('id', 'in', ids).execute()
    if (found.length < ids.length) throw unknown('branch_id')
  }
  if (!query.cost_center_id) return query
  const none = query.cost_center_id.filter((id) => id === 0)
  const ids = [...new Set(query.cost_center_id.filter((id) => id !== 0))]
  const { rows } = await sql<{ id: number; asked: boolean }>`
    WITH RECURSIVE below AS (
      SELECT id, true AS asked FROM cost_centers WHERE organization_id = ${session.organization_id} AND id = ANY (${ids}::bigint[])
      UNION ALL
      SELECT center.id, false FROM cost_centers AS center JOIN below ON center.parent_id = below.id WHERE center.organization_id = ${session.organization_id})
    SELECT id, bool_or(asked) AS asked FROM below GROUP BY id`.execute(db)
  if (rows.filter((row) => row.asked).length < ids.length) throw unknown('cost_center_id')
  return { ...query, cost_center_id: [...none, ...rows.map((row) => row.id)] }
}

const unknown = (field: string) => new Refusal('invalid_input', { errors: { [field]: { code: 'unknown_reference' } } })
