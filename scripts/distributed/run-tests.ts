import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentenceOf } from '#server/start-refusal.ts'
import { startDistributedCluster } from '../../test/harness/hosting/distributed.ts'
import { findCitus } from './start-nodes.ts'

/**
 * `npm run test:distributed`: the suite of rules and requests on a coordinator and two workers, and what happens when nodes are lost, moved and added.
 * Names of test files after `--` run those alone. Says where it cannot run.
 */
const suites = [
  'api',
  'assets',
  'bank',
  'books',
  'closing',
  'deferrals',
  'documents',
  'e-invoicing',
  'forecast',
  'goods',
  'imports',
  'inventory',
  'journal',
  'lots',
  'memberships',
  'notes',
  'orders',
  'papers',
  'parties',
  'payments',
  'places',
  'prices',
  'recurring',
  'reminders',
  'report-mail',
  'reports',
  'sharing',
  'vat',
  'withholding',
  'zakat',
].map((name) => `test/${name}/`)

const paths = process.argv.slice(2)
try {
  findCitus()
  const isRules = paths.length === 0 || paths.some((path) => !path.startsWith('test/distributed'))
  const isNodes = paths.length === 0 || paths.some((path) => path.startsWith('test/distributed'))
  const outcomes = [isRules && (await runRules()), isNodes && run(['--project', 'distributed', ...paths])]
  process.exitCode = Math.max(...outcomes.map(Number))
} catch (error) {
  console.log(`The distributed database was not tested. ${sentenceOf(error)}`)
}

async function runRules(): Promise<number> {
  const cluster = await startDistributedCluster()
  try {
    const file = join(cluster.dataDir, 'roles.json')
    writeFileSync(file, JSON.stringify(cluster.roles), { mode: 0o600 })
    // Three servers of a database share the machine with the tests.
    return run(['--project', 'api', '--maxWorkers=2', ...(paths.length > 0 ? paths : suites)], file)
  } finally {
    await cluster.stop()
  }
}

function run(given: readonly string[], file = ''): number {
  const env = { ...process.env, DISTRIBUTED: file || 'nodes' }
  return spawnSync('node_modules/.bin/vitest', ['run', ...given], { stdio: 'inherit', env }).status ?? 1
}
