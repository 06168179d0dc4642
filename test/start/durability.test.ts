import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import {
  acknowledged,
  createCaller,
  expectEachOnce,
  registerSeller,
  type Sent,
  writeUntil,
} from '../harness/hosting/writers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// Writers at work while the server, PostgreSQL or both are killed: what was acknowledged is there, what was cut off
// ends as exactly one document when it is sent again with its key, and the books are in order.

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-durable-'))
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
const { ask } = caller

test('no acknowledged write is lost or doubled when a process is killed', async () => {
  await start()
  const { owner } = await registerSeller(caller)
  const sent: Sent[] = []
  for (const victim of ['server', 'postgres', 'both'] as const) {
    let stopped = false
    const writers = Array.from({ length: 6 }, () => writeUntil(() => stopped, caller, owner, sent))
    const before = acknowledged(sent)
    await expect.poll(() => acknowledged(sent), { timeout: 20_000, interval: 20 }).toBeGreaterThan(before + 12)
    const postmaster = Number(readPidFile(join(dataDir, 'postgres'))[0])
    if (victim !== 'postgres') running.child.kill('SIGKILL')
    if (victim !== 'server') process.kill(postmaster, 'SIGKILL')
    stopped = true
    await Promise.allSettled(writers)
    if (victim === 'postgres')
      await expect
        .poll(
          () =>
            ask('GET', '/ready').then(
              (reply) => reply.status,
              () => 0,
            ),
          { timeout: 15_000 },
        )
        .toBe(200)
    else {
      await running.ended
      await start()
    }
  }
  await expectEachOnce(caller, sent)
  const [, , , port, host] = readPidFile(join(dataDir, 'postgres'))
  await checkInvariants({
    host: host ?? '',
    port: Number(port),
    user: 'postgres',
    password: readSecrets(dataDir).superuser,
    database: 'mizan',
  })
}, 60_000)
