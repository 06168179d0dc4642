import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { processState } from '#server/db/embedded/processes.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { freePort } from '../harness/free-port.ts'
import { startArguments } from '../harness/server-process.ts'

// Optional helpers may fail: the server continues without them, and leaves nothing running when it stops.

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-degrade-'))
const postmaster = () => Number(readPidFile(join(dataDir, 'postgres'))[0])
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function startWith(arguments_: readonly string[], stdout: number | 'ignore') {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: String(port), DATA_DIR: dataDir }
  const child = spawn(process.execPath, arguments_, { stdio: ['ignore', stdout, 'ignore'], env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}/api${path}`).then(
      (response) => response.status,
      () => 0,
    )
  await expect.poll(() => ask('/ready'), { interval: 50 }).toBe(200)
  return { child, ended, ask }
}

test('a full disk under the log costs lines, not the server', async () => {
  const { child, ended, ask } = await startWith(startArguments(), openSync('/dev/full', 'w'))
  for (let round = 0; round < 4; round++) {
    expect(await Promise.all(Array.from({ length: 40 }, () => ask('/customers')))).toEqual(Array(40).fill(401))
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(await ask('/ready')).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 120_000)

test('a server that fails twice while stopping also stops its PostgreSQL', async () => {
  const failing =
    "data:text/javascript,process.on('SIGUSR2',()=>{setTimeout(()=>{throw new Error('second')},5);throw new Error('first')})"
  const { child, ended } = await startWith(['--import', failing, ...startArguments()], 'ignore')
  const pid = postmaster()
  expect(processState(pid)).toBe('alive')
  child.kill('SIGUSR2')
  expect(await ended).toBe(1)
  await expect.poll(() => processState(pid)).not.toBe('alive')
}, 120_000)
