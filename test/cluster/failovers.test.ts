import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Machine } from '../../scripts/cluster/machine.ts'
import { type Cluster, startCluster } from '../../scripts/cluster/start-cluster.ts'
import { createCaller, registerSeller } from '../harness/hosting/writers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import type { Organization } from '../harness/organization.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'
import { startWriters, type Written } from './steady-writers.ts'

// The primary of a cluster is lost under load, again and again: what was acknowledged stays, each document once.

const rounds = Number(process.env.FAILOVERS ?? 3)
const folder = mkdtempSync(join(tmpdir(), 'mizan-cluster-'))
// PostgreSQL works as another user below it.
chmodSync(folder, 0o711)
let cluster: Cluster
let server: ServerProcess
let address = ''
let owner: Organization
const caller = createCaller(() => address)

beforeAll(async () => {
  cluster = await startCluster(folder)
  server = startProcess({ ...cluster.environment, DATA_DIR: join(folder, 'server') })
  const said = await server.address
  if (!said) throw new Error((await server.ended).said)
  address = said
  owner = (await registerSeller(caller)).owner
}, 600_000)
afterAll(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

/** How a machine is lost, and how it comes back. */
const losses: Record<string, { lose(machine: Machine): void | Promise<void>; mend(machine: Machine): void }> = {
  kill: { lose: (machine) => machine.kill(), mend: (machine) => machine.start() },
  pause: { lose: (machine) => machine.pause(), mend: (machine) => machine.resume() },
  isolate: { lose: (machine) => machine.isolate(), mend: (machine) => machine.rejoin() },
}

test(
  `${rounds} losses of the primary under load lose no acknowledged document and double none`,
  async () => {
    const written: (Written & { loss: string; isAfter: boolean })[] = []
    const outages: { name: string; seconds: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const [name, { lose, mend }] = Object.entries(losses)[round % 3] as [string, (typeof losses)[string]]
      const primary = await cluster.whenWhole()
      const writers = startWriters(caller, owner, 4)
      await expect.poll(() => writers.written.length, { timeout: 120_000, interval: 20 }).toBeGreaterThan(8)
      const [start_ms, at] = [Date.now(), writers.written.length]
      await lose(primary)
      await expect.poll(() => writers.written.length, { timeout: 180_000, interval: 50 }).toBeGreaterThan(at + 8)
      outages.push({ name, seconds: Math.round((Date.now() - start_ms) / 1000) })
      mend(primary)
      await writers.stop()
      written.push(
        ...writers.written.map((one, index) => ({ ...one, loss: `${round + 1}. ${name}`, isAfter: index >= at })),
      )
      console.log(`${round + 1}. ${name} of ${primary.name}: again after ${outages.at(-1)?.seconds} s`)
    }
    await cluster.whenWhole()
    // Sent again with its key, each is answered with the document that it was acknowledged with.
    const lost: unknown[] = []
    for (const { key, body, id, loss, isAfter } of written) {
      const stored = (await caller.ask('GET', `/invoices/${id}`)).status
      const reply = await caller.ask('POST', '/invoices', body, key)
      const again = reply.status === 200 ? (reply.body.data as { id: number }).id : reply.status
      if (again !== id || stored !== 200) lost.push({ loss, isAfter, id, stored, again })
    }
    expect(lost).toEqual([])
    expect((await caller.ask('GET', '/invoices')).body.meta.total).toBe(written.length)
    await checkInvariants(cluster.superuser)
    for (const [name, all] of Map.groupBy(outages, (one) => one.name)) {
      const sorted = all.map(({ seconds }) => seconds).sort((a, b) => a - b)
      const median = sorted[Math.floor(sorted.length / 2)]
      console.log(`${name}: ${sorted.length} times, median ${median} s, longest ${sorted.at(-1)} s`)
    }
    console.log(`${written.length} acknowledged documents, each there once`)
  },
  rounds * 1_000_000,
)

test('a standby of the cluster answers reports', async () => {
  const report = () =>
    fetch(`${address}/api/reports/trial-balance`, { headers: { authorization: `Bearer ${caller.token}` } })
  await expect.poll(async () => (await report()).headers.get('data-as-of'), { timeout: 120_000 }).not.toBeNull()
})
