import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isPostmaster, processState } from '#server/db/embedded/processes.ts'
import { asSuperuser } from '#server/db/embedded/running.ts'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { childrenOf } from '../harness/hosting/child-processes.ts'
import {
  acknowledged,
  createCaller,
  expectEachOnce,
  registerSeller,
  type Sent,
  writeUntil,
} from '../harness/hosting/writers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { password } from '../harness/organization.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// Several processes and several machines on one database behave as one.

const folder = mkdtempSync(join(tmpdir(), 'mizan-workers-'))
const dataDir = join(folder, 'first')
const metrics = 'a token of the metrics'.replaceAll(' ', '-')
const running: ServerProcess[] = []
afterAll(async () => {
  for (const { child, ended } of running.reverse()) {
    child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

async function start(environment: Record<string, string>): Promise<string> {
  const server = startProcess(environment)
  running.push(server)
  const address = await server.address
  if (!address) throw new Error((await server.ended).said)
  return address
}
const postmaster = () => Number(readPidFile(join(dataDir, 'postgres'))[0])
const workersOf = (pid: number) => childrenOf(pid).filter((child) => !isPostmaster(child, join(dataDir, 'postgres')))

let first = ''
/** The settings by which another machine connects to the database of the first. */
function database(): Record<string, string> {
  const [, , , port, host] = readPidFile(join(dataDir, 'postgres'))
  const { owner } = readSecrets(dataDir)
  return { DATABASE_URL: `postgres://mizan_owner:${owner}@localhost:${port}/mizan?host=${host}` }
}

test('two processes answer on one port, one that is killed under load is started again, and nothing is lost', async () => {
  first = await start({ DATA_DIR: dataDir, WORKERS: '2', METRICS: metrics })
  const parent = running[0]?.child.pid as number
  const caller = createCaller(() => first)
  const { owner } = await registerSeller(caller)
  const sent: Sent[] = []
  let stopped = false
  const writers = Array.from({ length: 6 }, () => writeUntil(() => stopped, caller, owner, sent))
  await expect.poll(() => acknowledged(sent), { interval: 20 }).toBeGreaterThan(8)
  const before = workersOf(parent)
  expect(before).toHaveLength(2)
  process.kill(before[0] as number, 'SIGKILL')
  const at = acknowledged(sent)
  await expect.poll(() => acknowledged(sent), { interval: 20 }).toBeGreaterThan(at + 8)
  stopped = true
  await Promise.all(writers)
  await expect.poll(() => workersOf(parent).filter((one) => !before.includes(one))).toHaveLength(1)
  await expectEachOnce(caller, sent)
  const scrape = () => fetch(`${first}/api/metrics`, { headers: { authorization: `Bearer ${metrics}` } })
  // Until the new worker answers as well there are no figures.
  await expect.poll(async () => (await scrape()).status).toBe(200)
  const text = await (await scrape()).text()
  // Of both processes: one alone has answered fewer.
  expect(text).toMatch(/^mizan_database_up 1$/m)
  const posted = [
    ...text.matchAll(/^mizan_request_seconds_count\{method="POST",route="\/api\/invoices",status="200"\} (\d+)$/gm),
  ]
  expect(Number(posted[0]?.[1])).toBeGreaterThanOrEqual(sent.length)
  await asSuperuser(dataDir, checkInvariants)
})

test('a second machine with neither the password nor the key of the first is refused and does not lock it out', async () => {
  const other = { ...database(), DATA_DIR: join(folder, 'other') }
  const refused = await startProcess(other).ended
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringMatching(/has another password .* set DATABASE_APP_URL/),
  })
  const { app } = readSecrets(dataDir)
  const withPassword = {
    ...other,
    DATABASE_APP_URL: database().DATABASE_URL?.replace(/mizan_owner:[^@]+/, `mizan_app:${app}`) as string,
  }
  const otherKey = await startProcess(withPassword).ended
  expect(otherKey).toMatchObject({ code: 1, said: expect.stringMatching(/e-invoicing.key is not the one/) })
  copyFileSync(join(dataDir, 'e-invoicing.key'), join(folder, 'other', 'e-invoicing.key'))
  const second = startProcess(withPassword)
  running.push(second)
  expect(await second.address).toBeDefined()
  expect((await fetch(`${first}/api/ready`)).status).toBe(200)
})

test('sessions, throttles and mail are those of one server', async () => {
  const second = (await running[1]?.address) as string
  const caller = createCaller(() => first)
  const { email } = await registerSeller(caller)
  const elsewhere = createCaller(() => second)
  elsewhere.token = caller.token
  expect((await elsewhere.ask('GET', '/auth/session')).status).toBe(200)
  expect((await caller.ask('POST', '/auth/logout', {})).status).toBe(200)
  // The bound that the documents promise: a second. The answer of a session that was looked up before may be that old.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect((await elsewhere.ask('GET', '/auth/session')).status).toBe(401)

  const guess = (of: typeof caller) => of.ask('POST', '/auth/login', { email, password: 'not the password' })
  const answers = []
  for (const of of [caller, elsewhere, caller, elsewhere, caller, elsewhere]) answers.push((await guess(of)).status)
  expect(answers).toEqual([422, 422, 422, 422, 422, 429])
  expect((await elsewhere.ask('POST', '/auth/login', { email, password })).status).toBe(429)

  expect((await elsewhere.ask('POST', '/auth/forgot-password', { email })).status).toBe(200)
  const mails = () =>
    [join(dataDir, 'outbox'), join(folder, 'other', 'outbox')].flatMap((path) =>
      list(path).filter((text) => text.includes(`To: ${email}`)),
    )
  await expect.poll(() => mails().length).toBe(1)
})

test('a stop ends all processes and the database', async () => {
  const parent = running[0] as ServerProcess
  const [pid, workers] = [postmaster(), workersOf(parent.child.pid as number)]
  const second = running[1] as ServerProcess
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
  parent.child.kill('SIGTERM')
  expect((await parent.ended).code).toBe(0)
  for (const one of [pid, ...workers]) expect(processState(one)).not.toBe('alive')
})

function list(path: string): string[] {
  try {
    return readdirSync(path).map((name) => readFileSync(join(path, name), 'utf8'))
  } catch {
    return []
  }
}
