import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { StartRefusal } from '#server/start-refusal.ts'
import type { ConnectionSettings } from '../driver/pool.ts'
import { distribute } from './distribute.ts'
import { isDistributed, requireNodes, settingOfRoles, withClient } from './requirements.ts'
import { splitStatements } from './split-statements.ts'

/**
 * What a migration sends: its text as a whole; where there is Citus, its statements, after what makes them run on one node after the other and lets
 * tables have triggers.
 */
export async function statementsFor(transaction: Kysely<unknown>, text: string): Promise<string[]> {
  const { rows } = await sql<{ known: boolean }>`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS known`.execute(
    transaction,
  )
  if (!rows[0]?.known) return [text]
  return [
    `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`,
    'SET LOCAL citus.enable_unsafe_triggers = on',
    ...splitStatements(text),
  ]
}

/** After the migrations: in a distributed database, what they made is distributed as well, and each role has its setting. */
export async function extendDistribution(owner: ConnectionSettings, app: ConnectionSettings): Promise<void> {
  const isDivided = await withClient(owner, async (client) => {
    if (!(await isDistributed(client))) return false
    await requireNodes(client)
    await distribute(client)
    return true
  })
  if (!isDivided) return
  for (const role of [owner, app]) await setRole(role)
}

/** Every role may change its own settings. */
async function setRole(role: ConnectionSettings): Promise<void> {
  const { name, value } = settingOfRoles
  await withClient(role, async (client) => {
    const { rows } = await client.query('SELECT current_setting($1, true) AS value', [name])
    if (rows[0].value === value) return
    const text = `ALTER ROLE ${pg.escapeIdentifier(role.user)} SET ${name} = ${pg.escapeLiteral(value)}`
    await client.query(text).catch((error: Error) => {
      throw new StartRefusal(
        `The role "${role.user}" lacks ${name} = ${value} (${error.message}): run "${text}" as a superuser.`,
      )
    })
  })
}
