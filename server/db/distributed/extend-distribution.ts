import { type Kysely, sql } from 'kysely'
import type { ConnectionSettings } from '../driver/pool.ts'
import { distribute } from './distribute.ts'
import { isDistributed, requireNodes, withClient } from './requirements.ts'
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

/** After the migrations: in a distributed database, what they made is distributed as well. */
export async function extendDistribution(owner: ConnectionSettings): Promise<void> {
  await withClient(owner, async (client) => {
    if (!(await isDistributed(client))) return
    await requireNodes(client)
    await distribute(client)
  })
}
