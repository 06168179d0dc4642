import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { asSuperuser } from '#server/db/embedded/running.ts'
import { createServerIn } from '../harness/hosting/server-in-folder.ts'
import { ask } from '../harness/hosting/standby.ts'
import { createCaller, registerSeller } from '../harness/hosting/writers.ts'
import { checkInvariants } from '../harness/invariants.ts'

// The server is killed in the middle of an import, at several points: nothing of it is written, and it can be started again.

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-import-'))
const server = createServerIn(dataDir)
afterAll(async () => {
  await server.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

const caller = createCaller(server.address)
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
  const answer = await fetch(`${server.address()}/api/imports`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** A process is taken for dead after a minute of silence; here at once. */
const silence = () =>
  asSuperuser(dataDir, (settings) => ask(settings, "UPDATE imports SET working_at = now() - interval '2 minutes'"))

test('an import that was cut off left nothing, and is written as a whole when it is started again', async () => {
  await server.start()
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
    await server.end('SIGKILL')
    await committing
    await server.start()
    await expect.poll(() => customers().catch(() => -1)).toBe(before)
    await silence()
    expect(await importOf(id)).toMatchObject({ state: 'committing', is_interrupted: true })
  }
  await caller.ask('POST', `/imports/${id}/commit`, {})
  await expect.poll(async () => (await importOf(id)).state).toBe('committed')
  expect(await customers()).toBe(before + rows)
  await asSuperuser(dataDir, checkInvariants)
}, 120_000)
