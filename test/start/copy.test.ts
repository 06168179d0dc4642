import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// A copy of the data folder is checked and started independently, while the original is running.

const folder = mkdtempSync(join(tmpdir(), 'mizan-copy-'))
const original = join(folder, 'original')
let running: ServerProcess

beforeAll(async () => {
  running = startProcess({ DATA_DIR: original })
  await running.address
}, 120_000)
afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  rmSync(folder, { recursive: true, force: true })
})

function copyTo(name: string): string {
  const copy = join(folder, name)
  // As described in the README, including file owners.
  expect(spawnSync('cp', ['-a', original, copy]).status).toBe(0)
  return copy
}

function verify(dataDir: string): Promise<{ code: number | null; said: string }> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['scripts/verify.ts'], { env: { PATH, HOME, DATA_DIR: dataDir } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

test('a complete copy is verified by its own PostgreSQL and can be used', async () => {
  const copy = copyTo('whole')
  const { code, said } = await verify(copy)
  expect(said).toMatch(/^ok /m)
  expect(code).toBe(0)
  const second = startProcess({ DATA_DIR: copy })
  const address = await second.address
  expect((await fetch(`${address}/api/ready`)).status).toBe(200)
  second.child.kill('SIGTERM')
  expect(await second.ended).toEqual({ code: 0, said: '' })
}, 120_000)

test('a destroyed copy is not called whole', async () => {
  const copy = copyTo('destroyed')
  const base = join(copy, 'postgres', 'base')
  for (const database of readdirSync(base))
    for (const file of readdirSync(join(base, database))) truncateSync(join(base, database, file), 0)
  const { code, said } = await verify(copy)
  expect(said).not.toMatch(/^ok /m)
  expect(code).toBe(1)
}, 120_000)

// Only root can give a folder away.
test.runIf(process.getuid?.() === 0)(
  'a copy that lost its passwords or its owners is told so in one line',
  async () => {
    const lost = copyTo('lost')
    rmSync(join(lost, 'secrets.json'))
    const foreign = copyTo('foreign')
    for (const path of [join(foreign, 'postgres'), join(foreign, 'postgres', 'PG_VERSION')]) chownSync(path, 4711, 4711)
    for (const [dataDir, message] of [
      [lost, /secrets\.json is lost/],
      [foreign, /belongs to another user \(4711\): run "chown/],
    ] as const) {
      const { code, said } = await startProcess({ DATA_DIR: dataDir }).ended
      expect([code, said.trimEnd().split('\n').length]).toEqual([1, 1])
      expect(said).toMatch(message)
    }
  },
  120_000,
)
