import type pg from 'pg'

/**
 * What is still to be distributed. `tenants` have the organization in their key and are divided by it; `shared` are referred to by those and
 * are on every node; everything else stays on the coordinator.
 */
export type DistributionPlan = {
  tenants: string[]
  shared: string[]
  local: string[]
  /** Keys from and triggers of the tables that are distributed now: they are removed and made again. */
  keys: Definition[]
  triggers: Definition[]
  rows: number
}
export type Definition = { table: string; name: string; text: string; isForced?: boolean }

/** The plan for the tables of the schema `public` that are not distributed yet, from the catalogue alone. */
export async function readPlan(client: pg.Client): Promise<DistributionPlan> {
  const { rows: tables } = await client.query<{ name: string; kind: 'tenants' | 'shared' | 'local'; rows: number }>(`
    WITH RECURSIVE own AS (
      SELECT c.oid, c.relname AS name, c.reltuples, EXISTS (
        SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'organization_id'
          AND NOT EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary AND NOT a.attnum = ANY (i.indkey))) AS is_tenant
      FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ), referred AS (
      SELECT k.confrelid AS oid FROM pg_constraint AS k JOIN own ON own.oid = k.conrelid WHERE k.contype = 'f' AND own.is_tenant
      UNION SELECT k.confrelid FROM pg_constraint AS k JOIN referred ON referred.oid = k.conrelid WHERE k.contype = 'f'
    )
    SELECT name, CASE WHEN is_tenant THEN 'tenants' WHEN oid IN (SELECT oid FROM referred) THEN 'shared' ELSE 'local' END AS kind,
      greatest(reltuples, 0) AS rows
    FROM own WHERE NOT EXISTS (SELECT FROM pg_dist_partition AS done WHERE done.logicalrelid = own.oid)
    ORDER BY name <> 'organizations', name`)
  const named = (kind: string) => tables.filter((table) => table.kind === kind).map(({ name }) => name)
  const moved = [...named('shared'), ...named('tenants')]
  const { rows: keys } = await client.query<Definition>(
    `SELECT k.conrelid::regclass::text AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS text
     FROM pg_constraint AS k WHERE k.contype = 'f' AND (k.conrelid::regclass::text = ANY ($1) OR k.confrelid::regclass::text = ANY ($1))
     ORDER BY 1, 2`,
    [moved],
  )
  const { rows: triggers } = await client.query<Definition>(
    `SELECT t.tgrelid::regclass::text AS table, t.tgname AS name, pg_get_triggerdef(t.oid) AS text
     FROM pg_trigger AS t WHERE NOT t.tgisinternal AND t.tgrelid::regclass::text = ANY ($1) ORDER BY 1, 2`,
    [moved],
  )
  const rows = tables.reduce((sum, table) => sum + (table.kind === 'local' ? 0 : Number(table.rows)), 0)
  return { tenants: named('tenants'), shared: named('shared'), local: named('local'), keys, triggers, rows }
}
