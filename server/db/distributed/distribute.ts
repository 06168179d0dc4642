import pg from 'pg'
import { type Definition, type DistributionPlan, readPlan } from './read-plan.ts'

const name = pg.escapeIdentifier

/** `shards`: into how many parts a new distribution divides each table; Citus says 32. */
type Options = { tell?: (line: string) => void; shards?: number | undefined }

/**
 * Distributes what is not distributed yet, as the owner of the schema, in one transaction: keys and triggers off, tables shared or divided by
 * organization, triggers and keys on. Row security is forced on the owner as well, and a table that it hides cannot be copied, so it is lifted meanwhile.
 */
export async function distribute(
  client: pg.Client,
  { tell = () => {}, shards }: Options = {},
): Promise<DistributionPlan> {
  const plan = await readPlan(client)
  if (plan.tenants.length + plan.shared.length === 0) return plan
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL statement_timeout = 0`)
    if (shards !== undefined) await client.query(`SET LOCAL citus.shard_count = ${shards}`)
    for (const key of plan.keys) await client.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${name(key.name)}`)
    for (const trigger of plan.triggers) await client.query(`DROP TRIGGER ${name(trigger.name)} ON ${trigger.table}`)
    for (const table of plan.shared) await client.query('SELECT create_reference_table($1)', [table])
    for (const table of plan.tenants) {
      await client.query(`ALTER TABLE ${name(table)} NO FORCE ROW LEVEL SECURITY`)
      const with_ = table === 'organizations' ? 'none' : 'organizations'
      await client.query(`SELECT create_distributed_table($1, 'organization_id', colocate_with => $2)`, [table, with_])
      await client.query(`ALTER TABLE ${name(table)} FORCE ROW LEVEL SECURITY`)
      tell(`${table} is divided`)
    }
    await client.query('SET LOCAL citus.enable_unsafe_triggers = on')
    for (const text of plan.triggers.flatMap(onShards)) await client.query(text)
    for (const key of plan.keys)
      await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${name(key.name)} ${key.text}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  return plan
}

/** Citus leaves a trigger that also watches TRUNCATE away from the shards: it becomes two. */
function onShards({ text, name: trigger }: Definition): string[] {
  if (!text.includes(' OR TRUNCATE ON ')) return [text]
  const emptying = text
    .replace(/BEFORE .* OR TRUNCATE ON/, 'BEFORE TRUNCATE ON')
    .replace(`TRIGGER ${name(trigger)} `, `TRIGGER ${name(`${trigger}_truncate`)} `)
    .replace(`TRIGGER ${trigger} `, `TRIGGER ${trigger}_truncate `)
  return [text.replace(' OR TRUNCATE ON ', ' ON '), emptying]
}
