import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runScript } from '../harness/hosting/run-script.ts'

// Every command of package.json is run by a test, or says here why not.

const runBy: Record<string, string> = {
  start: 'test/start/recover.test.ts',
  verify: 'test/start/copy.test.ts',
  backup: 'test/start/backup.test.ts',
  restore: 'test/start/restore-at.test.ts',
  export: 'test/hosting/move-organization.test.ts',
  import: 'test/hosting/move-organization.test.ts',
  bench: 'test/start/commands.test.ts',
  demo: 'test/start/commands.test.ts',
  'e-invoice-platform': 'test/start/commands.test.ts',
  cluster: 'test/start/commands.test.ts',
  'test:cluster': 'test/start/commands.test.ts',
  distribute: 'test/start/commands.test.ts',
  distributed: 'test/start/commands.test.ts',
  'test:distributed': 'test/start/commands.test.ts',
}
/** Commands of a developer: the checks themselves, and what runs until it is stopped or needs the network. */
const notRun = ['dev', 'test', 'test:changed', 'check', 'account', 'bill-of-materials']

test('knows every command, and the test that runs it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))
  expect([...Object.keys(runBy), ...notRun].sort()).toEqual(commands.sort())
  expect(Object.values(runBy).filter((path) => !existsSync(path))).toEqual([])
})

test('the cluster and its failovers say which programs a machine lacks', async () => {
  const environment = { POSTGRES_HOME: '/nowhere' }
  const failovers = await runScript('cluster/run-failovers', [], environment).ended
  expect([failovers.code, failovers.said]).toEqual([0, expect.stringMatching(/not run.*pg_basebackup/)])
  const cluster = await runScript('cluster/run', [], environment).ended
  expect([cluster.code, cluster.said]).toEqual([1, expect.stringMatching(/lacks.*pg_basebackup/)])
})

test('a distributed database says what a machine lacks', async () => {
  const environment = { POSTGRES_HOME: '/nowhere', DATABASE_URL: '', DATABASE_APP_URL: '' }
  const tests = await runScript('distributed/run-tests', [], environment).ended
  expect([tests.code, tests.said]).toEqual([0, expect.stringMatching(/not tested.*Citus/)])
  const nodes = await runScript('distributed/run-nodes', [], environment).ended
  expect([nodes.code, nodes.said]).toEqual([1, expect.stringMatching(/needs a PostgreSQL 18 with Citus/)])
  const dividing = await runScript('distributed/run-distribute', ['--check'], environment).ended
  expect([dividing.code, dividing.said]).toEqual([1, expect.stringMatching(/set DATABASE_URL/)])
})

test('the benchmark fills, starts and measures a small company', async () => {
  const results = readFileSync('bench/RESULTS.md', 'utf8')
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'mizan-bench-'))
  const run = runScript('../bench/run', ['--brief', '--size', '200', '--neighbours', '2'], { DATA_DIR })
  const { code, said } = await run.ended
  rmSync(DATA_DIR, { recursive: true, force: true })
  expect(code, said).toBe(0)
  expect(said).toMatch(/^8 clients confirming in one organisation: p50/m)
  expect(said).toMatch(/^report: home: p50/m)
  expect(readFileSync('bench/RESULTS.md', 'utf8')).toBe(results)
}, 600_000)

test('the demonstration fills its companies and says how to sign in', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'mizan-demo-'))
  const run = runScript('demo', ['--brief'], { DATA_DIR, PORT: '0' })
  let printed = ''
  run.child.stdout?.on('data', (bytes) => {
    printed += bytes
  })
  const ready = /Mizan is ready: (\S+)\s+(\S+@\S+)\s+(\S.*\S)/
  await expect.poll(() => printed, { timeout: 500_000 }).toMatch(ready)
  const [, address, email, password] = ready.exec(printed) as unknown as string[]
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  run.child.kill('SIGTERM')
  await run.ended
  rmSync(DATA_DIR, { recursive: true, force: true })
  expect(answer.status).toBe(200)
}, 600_000)

test('the stand-in of the platform says where it listens', async () => {
  const run = runScript('e-invoice-platform', ['--port', '0'], {})
  let printed = ''
  run.child.stdout?.on('data', (bytes) => {
    printed += bytes
  })
  await expect.poll(() => printed).toMatch(/http:\/\/\S+\d/)
  run.child.kill('SIGTERM')
  await run.ended
})
