import { sql } from 'kysely'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

/** The tables of master records that imports make, by the resource of a record. */
export const tableOf: Record<
  string,
  'parties' | 'products' | 'product_categories' | 'units' | 'accounts' | 'cost_centers'
> = {
  customer: 'parties',
  supplier: 'parties',
  product: 'products',
  product_category: 'product_categories',
  unit: 'units',
  accounts: 'accounts',
  cost_centers: 'cost_centers',
}
const tables = Map.groupBy(Object.entries(tableOf), ([, table]) => table)

/** Notes in which version an import leaves its records. */
export async function keepVersions(db: TenantDatabase, organization: number, id: number): Promise<void> {
  for (const [table, names] of tables)
    await sql`UPDATE import_records AS made SET left_version = now_stored.version FROM ${sql.table(table)} AS now_stored
      WHERE made.organization_id = ${organization} AND made.import_id = ${id} AND made.resource = ANY (${names.map(([name]) => name)}::text[])
        AND now_stored.organization_id = ${organization} AND now_stored.id = made.record_id`.execute(db)
}

/** What was edited since is not deleted: the refusal names it, and nothing is undone. */
export async function refuseEdited(db: TenantDatabase, organization: number, ids: readonly number[]): Promise<void> {
  const edited: string[] = []
  for (const [table, names] of tables) {
    const { rows } = await sql<{ name: string }>`
      SELECT DISTINCT now_stored.name FROM import_records AS made JOIN ${sql.table(table)} AS now_stored
        ON now_stored.organization_id = ${organization} AND now_stored.id = made.record_id AND now_stored.version <> made.left_version
      WHERE made.organization_id = ${organization} AND made.import_id = ANY (${[...ids]}::bigint[])
        AND made.resource = ANY (${names.map(([name]) => name)}::text[]) LIMIT 5`.execute(db)
    edited.push(...rows.map(({ name }) => name))
  }
  if (edited.length > 0) throw new Refusal('import_edited_since', { params: { names: edited.slice(0, 5).join(' · ') } })
}
