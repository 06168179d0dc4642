import pg from 'pg'
import { StartRefusal } from '#server/start-refusal.ts'
import type { ConnectionSettings } from '../driver/pool.ts'

/** Whether the tables of this database are divided over several nodes. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  const { rows: known } = await client.query(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS yes`)
  if (!known[0].yes) return false
  const { rows } = await client.query(
    `SELECT count(*)::int AS tables FROM pg_dist_partition WHERE partmethod = 'h' AND logicalrelid = to_regclass('public.organizations')`,
  )
  return rows[0].tables > 0
}

export async function isDistributedAt(settings: ConnectionSettings): Promise<boolean> {
  return withClient(settings, isDistributed)
}

export async function withClient<Result>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Node = { place: string; answer: string; is_alive: boolean }
const leastPrepared = 100

/**
 * Refuses, with the way out, what a distributed database cannot do without: Citus, workers that answer to the owner, and on each node room for
 * transactions that end on several.
 */
export async function requireNodes(client: pg.Client): Promise<string[]> {
  const { rows: extension } = await client.query(`SELECT extversion FROM pg_extension WHERE extname = 'citus'`)
  if (extension.length === 0)
    throw new StartRefusal(
      `This database has no Citus: set shared_preload_libraries = 'citus' on each node, and run "CREATE EXTENSION citus" in it as a superuser on each of them.`,
    )
  const { rows: known } = await client.query<{ place: string; is_coordinator: boolean }>(
    `SELECT nodename || ':' || nodeport AS place, groupid = 0 AS is_coordinator FROM pg_dist_node WHERE isactive ORDER BY groupid`,
  )
  if (!known.some((node) => node.is_coordinator))
    throw new StartRefusal(
      `The coordinator does not know its own address: run "SELECT citus_set_coordinator_host('…', 5432)" as a superuser.`,
    )
  const workers = known.filter((node) => !node.is_coordinator)
  if (workers.length === 0)
    throw new StartRefusal(
      `The coordinator knows no workers: run "SELECT citus_add_node('…', 5432)" as a superuser for each.`,
    )
  await requireAnswers(client)
  await requireRoom(client)
  return known.map(({ place }) => place)
}

async function askNodes(client: pg.Client, text: string): Promise<Node[]> {
  const { rows } = await client.query<Node>(
    `SELECT node.nodename || ':' || node.nodeport AS place, answer.result AS answer, answer.success AS is_alive
     FROM run_command_on_all_nodes($1) AS answer JOIN pg_dist_node AS node USING (nodeid) ORDER BY node.groupid`,
    [text],
  )
  return rows
}

async function requireAnswers(client: pg.Client): Promise<void> {
  const silent = (await askNodes(client, 'SELECT 1')).find((node) => !node.is_alive)
  if (silent)
    throw new StartRefusal(
      `The node ${silent.place} does not answer this role (${silent.answer}): make the role there, and let the nodes sign in to each other (pg_hba.conf, .pgpass or pg_dist_authinfo).`,
    )
}

async function requireRoom(client: pg.Client): Promise<void> {
  const text = `SELECT current_setting('max_prepared_transactions')`
  const short = (await askNodes(client, text)).find((node) => Number(node.answer) < leastPrepared)
  if (short)
    throw new StartRefusal(
      `The node ${short.place} has max_prepared_transactions = ${short.answer}: set it to ${leastPrepared} or more on each node, so that what is written on two of them is written on both or on none.`,
    )
}
