import pg from 'pg'
import { type DistributionPlan, readPlan } from './read-plan.ts'

const name = pg.escapeIdentifier

/**
 * Distributes what is not distributed yet, as the owner of the schema, in one transaction: keys and triggers off, tables shared or divided by
 * organization, triggers and keys on. Row security is forced on the owner as well, and a table that it hides cannot be copied, so it is lifted meanwhile.
 */
export async function distribute(
  client: pg.Client,
  tell: (line: string) => void = () => {},
): Promise<DistributionPlan> {
  const plan = await readPlan(client)
  if (plan.tenants.length + plan.shared.length === 0) return plan
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL statement_timeout = 0`)
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
    for (const { text } of plan.triggers) await client.query(text)
    for (const key of plan.keys)
      await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${name(key.name)} ${key.text}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  return plan
}
