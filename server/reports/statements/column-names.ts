import type { Context } from '#server/core/context.ts'
import { named, word } from '../framework/sheet.ts'
import type { PartNames } from './income-columns.ts'

export async function branchParts({ db }: Context, ids: readonly number[]): Promise<PartNames[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('branches')
    .select(['id', 'name', 'name_en'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, label: named(row), query: { branch_id: String(row.id) } }))
}

export type CostCenterRow = {
  id: number
  number: string
  name: string
  name_en: string | null
  parent_id: number | null
}

export async function costCenterRows({ db }: Context): Promise<CostCenterRow[]> {
  return db
    .selectFrom('cost_centers')
    .select(['id', 'number', 'name', 'name_en', 'parent_id'])
    .orderBy('number')
    .execute()
}

/** Cost centers with figures, each with the name of its parent. The id 0 means no cost center. */
export function costCenterParts(centers: readonly CostCenterRow[], ids: readonly number[]): PartNames[] {
  const byId = new Map(centers.map((center) => [center.id, center]))
  const own = centers.filter(({ id }) => ids.includes(id))
  const parts: PartNames[] = own.map((center) => {
    const above = center.parent_id === null ? undefined : byId.get(center.parent_id)
    return {
      id: center.id,
      label: named(center),
      group: above ? named(above) : null,
      query: { cost_center_id: String(center.id) },
    }
  })
  if (ids.includes(0)) parts.push({ id: 0, label: word('columns.unassigned'), query: { cost_center_id: '0' } })
  return parts
}

/** The center at the top above this one. */
export function topOf(centers: readonly CostCenterRow[]): (id: number) => number {
  const byId = new Map(centers.map((center) => [center.id, center]))
  const climb = (id: number): number => {
    const above = byId.get(id)?.parent_id
    return above ? climb(above) : id
  }
  return climb
}
