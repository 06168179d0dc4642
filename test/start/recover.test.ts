import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { processState } from '#server/db/embedded/processes.ts'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-start-'))
const postmaster = () => Number(readPidFile(join(dataDir, 'postgres'))[0])
let running: ServerProcess | undefined

afterAll(async () => {
  running?.child.kill('SIGTERM')
  await running?.ended
  rmSync(dataDir, { recursive: true, force: true })
})

test('a first start creates the database, answers, and stops cleanly', async () => {
  const server = await start()
  const pid = postmaster()
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, said: '' })
  expect(processState(pid)).not.toBe('alive')
})

test('a start after kill -9 of the server stops the orphaned PostgreSQL and continues', async () => {
  const server = await start()
  const orphan = postmaster()
  await write(1)
  server.child.kill('SIGKILL')
  await server.ended
  expect(processState(orphan)).toBe('alive')
  await start()
  expect(processState(orphan)).not.toBe('alive')
  expect(await readAll()).toEqual([1])
})

test('a running server starts its PostgreSQL again after kill -9', async () => {
  const address = await running?.address
  await write(2)
  process.kill(postmaster(), 'SIGKILL')
  await expect.poll(() => ready(address), { interval: 20 }).toBe(503)
  await expect.poll(() => ready(address), { interval: 50 }).toBe(200)
  expect(await readAll()).toEqual([1, 2])
})

test('a start after kill -9 of both recovers, and nothing that was committed is missing', async () => {
  await write(3)
  const pid = postmaster()
  running?.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await running?.ended
  await start()
  expect(await readAll()).toEqual([1, 2, 3])
})

test('a start during which PostgreSQL is killed waits for it to come back', async () => {
  for (const delay_ms of [0, 120]) {
    running?.child.kill('SIGTERM')
    await running?.ended
    const server = startProcess({ DATA_DIR: dataDir })
    running = server
    const state = () => readPidFile(join(dataDir, 'postgres'))[7]?.trim()
    await expect.poll(state, { interval: 1 }).toBe('ready')
    await sleep(delay_ms)
    process.kill(postmaster(), 'SIGKILL')
    const address = await server.address
    if (!address) throw new Error((await server.ended).said)
    await expect.poll(() => ready(address), { interval: 20 }).toBe(200)
    expect(await readAll()).toEqual([1, 2, 3])
  }
}, 120_000)

test('a second server on the same folder is refused and does not disturb the first', async () => {
  const second = startProcess({ DATA_DIR: dataDir })
  const { code, said } = await second.ended
  expect(code).toBe(1)
  expect(said).toMatch(/^mizan: Mizan already runs on .*\n$/)
  expect(await ready(await running?.address)).toBe(200)
})

test('with DATABASE_URL it uses the existing PostgreSQL and starts none', async () => {
  const [, , , , host] = readPidFile(join(dataDir, 'postgres'))
  const secrets = readSecrets(dataDir)
  const urlOf = (user: string, password: string) => `postgres://${user}:${password}@localhost/mizan?host=${host}`
  mkdirSync(join(dataDir, 'other'))
  copyFileSync(join(dataDir, 'e-invoicing.key'), join(dataDir, 'other', 'e-invoicing.key'))
  const server = startProcess({
    DATA_DIR: join(dataDir, 'other'),
    DATABASE_URL: urlOf('mizan_owner', secrets.owner),
    DATABASE_APP_URL: urlOf('mizan_app', secrets.app),
  })
  expect(await ready(await server.address)).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, said: '' })
  expect(existsSync(join(dataDir, 'other', 'postgres'))).toBe(false)
})

async function start(): Promise<ServerProcess> {
  running = startProcess({ DATA_DIR: dataDir })
  const address = await running.address
  if (!address) throw new Error((await running.ended).said)
  expect(await ready(address)).toBe(200)
  return running
}

async function ready(address: string | undefined): Promise<number> {
  const response = await fetch(`${address}/api/ready`)
  await response.arrayBuffer()
  return response.status
}

async function write(value: number): Promise<void> {
  await ask('CREATE TABLE IF NOT EXISTS kept (value int)')
  await ask(`INSERT INTO kept VALUES (${value})`)
}

async function readAll(): Promise<number[]> {
  const { rows } = await ask('SELECT value FROM kept ORDER BY value')
  return rows.map((row) => row.value)
}

async function ask(text: string): Promise<pg.QueryResult> {
  const [, , , port, host] = readPidFile(join(dataDir, 'postgres'))
  const password = readSecrets(dataDir).superuser
  const client = new pg.Client({ host, port: Number(port), user: 'postgres', password, database: 'postgres' })
  // A crash in between ends this connection too.
  client.on('error', () => {})
  await client.connect()
  return client.query(text).finally(() => client.end())
}
