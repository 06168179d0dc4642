import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readConfig } from '#server/config.ts'
import { distribute } from '#server/db/distributed/distribute.ts'
import { type DistributionPlan, readPlan } from '#server/db/distributed/read-plan.ts'
import { requireNodes, withClient } from '#server/db/distributed/requirements.ts'
import { atPrimary, findPrimary } from '#server/db/driver/primary.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { StartRefusal, sentenceOf } from '#server/start-refusal.ts'

/**
 * `npm run distribute`: divides the database of DATABASE_URL over the workers that its coordinator knows. `--check` says what it would do, and changes
 * nothing. `--shards N` is the number of parts. It can be run again: what is distributed already stays as it is.
 */
try {
  const { check: isCheck, shards } = readArguments()
  const { database, databaseApp } = readConfig()
  if (!database || !databaseApp)
    throw new StartRefusal(
      'npm run distribute works on a PostgreSQL with Citus: set DATABASE_URL and DATABASE_APP_URL.',
    )
  await findPrimary(database)
  const owner = atPrimary(database)
  await withClient(owner, async (client) => {
    const nodes = await requireNodes(client)
    console.log(`mizan: ${nodes.length} nodes: ${nodes.join(', ')}`)
    await requireStopped(client)
    const { rows } = await client.query(`SELECT to_regclass('public.organizations') IS NULL AS is_empty`)
    if (rows[0].is_empty && isCheck) {
      console.log('mizan: the database is empty: its schema is made first. Nothing was changed.')
      return
    }
    if (!isCheck) await migrate({ owner, app: atPrimary(databaseApp), warn: (line) => console.error(`mizan: ${line}`) })
    const plan = await readPlan(client)
    for (const line of linesOf(plan)) console.log(`mizan: ${line}`)
    if (isCheck) {
      console.log('mizan: nothing was changed.')
      return
    }
    await distribute(client, { shards, tell: (line) => console.log(`mizan: ${line}`) })
    console.log('mizan: the database is distributed.')
  })
} catch (error) {
  console.error(`mizan: ${sentenceOf(error)}`)
  process.exitCode = 1
}

function readArguments(): { check: boolean; shards: number | undefined } {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, shards: { type: 'string' } } })
  const shards = values.shards === undefined ? undefined : Number(values.shards)
  if (shards !== undefined && !(Number.isInteger(shards) && shards >= 1 && shards <= 1024))
    throw new StartRefusal('--shards is a number from 1 to 1024; it cannot be changed later without dividing again.')
  return { check: values.check, shards }
}

function linesOf({ tenants, shared, local, keys, triggers, rows }: DistributionPlan): string[] {
  if (tenants.length + shared.length === 0) return ['every table is distributed already.']
  return [
    `${tenants.length} tables with about ${rows} rows are divided by organization.`,
    `on every node: ${shared.join(', ') || 'none more'}`,
    `on the coordinator alone: ${local.join(', ')}`,
    `${keys.length} keys and ${triggers.length} triggers are removed meanwhile, in one transaction that does all or nothing.`,
  ]
}

/** Each table is locked while it is copied, and servers know from their start whether the database is a distributed one. */
async function requireStopped(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'mizan'`,
  )
  if (rows[0].count > 0)
    throw new StartRefusal(`Mizan is working on this database (${rows[0].count} connections): stop every server first.`)
}
