import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { createCaller, registerSeller } from '../harness/hosting/writers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// The server is killed in the middle of an import, at several points: nothing of it is written, and it can be started again.

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-import-'))
let running: ServerProcess
let address = ''
afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  running = startProcess({ DATA_DIR: dataDir })
  const said = await running.address
  if (!said) throw new Error((await running.ended).said)
  address = said
}
const caller = createCaller(() => address)
const database = () => {
  const [, , , port, host] = readPidFile(join(dataDir, 'postgres'))
  const password = readSecrets(dataDir).superuser
  return { host: host ?? '', port: Number(port), user: 'postgres', password, database: 'mizan' }
}
const rows = 3_000
const importOf = async (id: number) =>
  (await caller.ask('GET', `/imports/${id}`)).body.data as { state: string; rows_done: number; version: number }
const customers = async () => (await caller.ask('GET', '/customers')).body.meta.total

async function upload(): Promise<number> {
  const form = new FormData()
  form.set('kind', 'customers')
  const lines = Array.from({ length: rows }, (_, index) => `عميل ${index},c${index}@example.sa`)
  form.set('import_file', new Blob([['الاسم,البريد الإلكتروني', ...lines].join('\n')]), 'many.csv')
  const headers = { authorization: `Bearer ${caller.token}` }
  const answer = await fetch(`${address}/api/imports`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** A process is taken for dead after a minute of silence; here at once. */
async function silence(): Promise<void> {
  const client = new pg.Client(database())
  await client.connect()
  await client.query("UPDATE imports SET working_at = now() - interval '2 minutes'")
  await client.end()
}

test('an import that was cut off left nothing, and is written as a whole when it is started again', async () => {
  await start()
  await registerSeller(caller)
  const before = await customers()
  const id = await upload()
  for (const share of [0.05, 0.4, 0.8]) {
    const committing = caller.ask('POST', `/imports/${id}/commit`, {}).catch(() => undefined)
    for (;;) {
      const { state, rows_done } = await importOf(id)
      if (state === 'committing' && rows_done >= rows * share && rows_done < rows) break
      expect(['committing', 'mapped'], 'it ended before it could be cut off').toContain(state)
      await sleep(5)
    }
    running.child.kill('SIGKILL')
    await running.ended
    await committing
    await start()
    await expect.poll(() => customers().catch(() => -1), { timeout: 15_000 }).toBe(before)
    await silence()
    expect(await importOf(id)).toMatchObject({ state: 'committing', is_interrupted: true })
  }
  await caller.ask('POST', `/imports/${id}/commit`, {})
  await expect.poll(async () => (await importOf(id)).state, { timeout: 60_000 }).toBe('committed')
  expect(await customers()).toBe(before + rows)
  await checkInvariants(database())
}, 120_000)
