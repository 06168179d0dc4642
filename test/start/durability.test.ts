import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { asSuperuser } from '#server/db/embedded/running.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { createServerIn } from '../harness/hosting/server-in-folder.ts'
import {
  acknowledged,
  createCaller,
  expectEachOnce,
  registerSeller,
  type Sent,
  writeUntil,
} from '../harness/hosting/writers.ts'
import { checkInvariants } from '../harness/invariants.ts'

// Writers at work while the server, PostgreSQL or both are killed: what was acknowledged is there, what was cut off
// ends as exactly one document when it is sent again with its key, and the books are in order.

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-durable-'))
const server = createServerIn(dataDir)
afterAll(async () => {
  await server.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

const caller = createCaller(server.address)
const { ask } = caller

test('no acknowledged write is lost or doubled when a process is killed', async () => {
  await server.start()
  const { owner } = await registerSeller(caller)
  const sent: Sent[] = []
  for (const victim of ['server', 'postgres', 'both'] as const) {
    let stopped = false
    const writers = Array.from({ length: 6 }, () => writeUntil(() => stopped, caller, owner, sent))
    const before = acknowledged(sent)
    await expect.poll(() => acknowledged(sent), { interval: 20 }).toBeGreaterThan(before + 12)
    const postmaster = Number(readPidFile(join(dataDir, 'postgres'))[0])
    const ended = victim === 'postgres' ? undefined : server.end('SIGKILL')
    if (victim !== 'server') process.kill(postmaster, 'SIGKILL')
    stopped = true
    await Promise.allSettled(writers)
    if (victim === 'postgres')
      await expect
        .poll(() =>
          ask('GET', '/ready').then(
            (reply) => reply.status,
            () => 0,
          ),
        )
        .toBe(200)
    else {
      await ended
      await server.start()
    }
  }
  await expectEachOnce(caller, sent)
  await asSuperuser(dataDir, checkInvariants)
})
