import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, findAccount } from '#server/db/embedded/binaries.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import {
  type ClusterSecrets,
  etcdArguments,
  haproxySettings,
  type MachinePorts,
  patroniSettings,
} from './cluster-files.ts'
import { type ClusterPrograms, findClusterPrograms } from './cluster-programs.ts'
import { createMachine, endProgram, type Machine, startProgram } from './machine.ts'
import { openRelay, type Relay } from './relay.ts'

export type Cluster = {
  machines: readonly Machine[]
  /** What Mizan is started with. */
  environment: Record<'DATABASE_URL' | 'DATABASE_APP_URL' | 'DATABASE_READ_URL', string>
  superuser: { host: string; port: number; user: string; password: string; database: string }
  /** Waits until one machine is the primary and the others follow it closely, one of them synchronously. Answers the primary. */
  whenWhole(): Promise<Machine>
  stop(): Promise<void>
}

const machineCount = 3
/** A limit for what hangs: a machine that comes back is rewound and catches up, on a loaded computer slowly. */
const patience_ms = 600_000

/**
 * Three machines with Patroni and PostgreSQL, three members of etcd, and HAProxy in front, all on loopback below `folder`. Refuses where
 * programs are missing.
 */
export async function startCluster(folder: string): Promise<Cluster> {
  const programs = findClusterPrograms()
  const account = findAccount()
  makeFolder(folder, account)
  const secrets = { superuser: password(), replication: password(), owner: password(), app: password() }
  const all = await planMachines()
  const doors = { primary: await freePort(), standby: await freePort() }
  const etcd = all.map(({ name, ports }) =>
    startProgram(
      programs.etcd,
      etcdArguments(name, ports, join(folder, `${name}-etcd`), all),
      join(folder, `${name}-etcd.log`),
      account,
    ),
  )
  const machines: Machine[] = []
  for (const { name, ports } of all)
    machines.push(await prepareMachine({ name, ports, folder, programs, account, secrets, all }))
  for (const { ports } of all) await whenEtcdAgrees(ports.etcd)
  for (const machine of machines) machine.start()
  const proxySettings = join(folder, 'haproxy.cfg')
  writeOwned(proxySettings, haproxySettings({ ...doors, machines: all }), account)
  const haproxy = startProgram(programs.haproxy, ['-db', '-f', proxySettings], join(folder, 'haproxy.log'), account)
  const cluster = clusterOf({ machines, doors, secrets, processes: [haproxy, ...etcd] })
  try {
    await cluster.whenWhole()
    await createDatabase(cluster.superuser, secrets)
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

type Planned = { name: string; ports: MachinePorts }

async function planMachines(): Promise<Planned[]> {
  const named = Array.from({ length: machineCount }, (_, index) => `machine${index + 1}`)
  const planned: Planned[] = []
  for (const name of named) {
    const ports = {
      postgres: await freePort(),
      seenPostgres: await freePort(),
      patroni: await freePort(),
      seenPatroni: await freePort(),
      etcd: await freePort(),
      etcdPeer: await freePort(),
    }
    const seenEtcd = []
    for (const _ of named) seenEtcd.push(await freePort())
    planned.push({ name, ports: { ...ports, seenEtcd } })
  }
  return planned
}

type MachineRequest = Planned & {
  folder: string
  programs: ClusterPrograms
  account: Account | undefined
  secrets: ClusterSecrets
  all: readonly Planned[]
}

async function prepareMachine(request: MachineRequest): Promise<Machine> {
  const { name, ports, folder, programs, account, secrets, all } = request
  const dataDir = join(folder, name)
  const socketFolder = join(folder, `${name}-socket`)
  makeFolder(socketFolder, account)
  const settingsPath = join(folder, `${name}.json`)
  const { postgresBin } = programs
  writeOwned(settingsPath, patroniSettings({ name, ports, dataDir, socketFolder, postgresBin, secrets }), account)
  const relays: Relay[] = [
    await openRelay(ports.seenPostgres, ports.postgres),
    await openRelay(ports.seenPatroni, ports.patroni),
  ]
  for (const [index, other] of all.entries())
    relays.push(await openRelay(ports.seenEtcd[index] as number, other.ports.etcd))
  return createMachine({ name, ports, program: programs.patroni, settingsPath, dataDir, account, relays })
}

type ClusterParts = {
  machines: readonly Machine[]
  doors: { primary: number; standby: number }
  secrets: ClusterSecrets & { owner: string; app: string }
  processes: readonly ChildProcess[]
}

function clusterOf({ machines, doors, secrets, processes }: ClusterParts): Cluster {
  const url = (user: string, secret: string, port: number) => `postgres://${user}:${secret}@127.0.0.1:${port}/mizan`
  return {
    machines,
    environment: {
      DATABASE_URL: url('mizan_owner', secrets.owner, doors.primary),
      DATABASE_APP_URL: url('mizan_app', secrets.app, doors.primary),
      DATABASE_READ_URL: url('mizan_app', secrets.app, doors.standby),
    },
    superuser: {
      host: '127.0.0.1',
      port: doors.primary,
      user: 'postgres',
      password: secrets.superuser,
      database: 'mizan',
    },
    whenWhole: () =>
      until(
        async () => {
          const having = async (role: string) =>
            (await Promise.all(machines.map(async (one) => ((await isRole(one, role)) ? [one] : [])))).flat()
          const [primary] = await having('primary')
          const followers = await having('replica?lag=16MB')
          const isWhole = followers.length === machineCount - 1 && (await having('sync')).length > 0
          return isWhole ? primary : undefined
        },
        async () => `the cluster is not whole: ${await membersOf(machines)}`,
      ),
    async stop() {
      for (const machine of machines) machine.resume()
      await Promise.all(machines.map((machine) => machine.stop()))
      for (const child of processes) await endProgram(child)
    },
  }
}

/** Asks the Patroni of a machine whether it has a role. */
async function isRole({ ports }: Machine, role: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${ports.patroni}/${role}`, { signal: AbortSignal.timeout(2_000) })
    return answer.status === 200
  } catch {
    return false
  }
}

/** What the Patroni of each machine says of all of them. */
async function membersOf(machines: readonly Machine[]): Promise<string> {
  const answers = await Promise.all(
    machines.map(({ name, ports }) =>
      fetch(`http://127.0.0.1:${ports.patroni}/cluster`, { signal: AbortSignal.timeout(2_000) }).then(
        async (answer) => `${name}: ${await answer.text()}`,
        (error: Error) => `${name}: ${error.message}`,
      ),
    ),
  )
  return answers.join('\n')
}

/** Patroni ends at once where the members of etcd have not agreed on their version yet. */
const whenEtcdAgrees = (port: number): Promise<true> =>
  until(
    async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined)
      const version = answer?.ok ? ((await answer.json()) as { etcdcluster: string }).etcdcluster : ''
      return /^\d/.test(version) || undefined
    },
    async () => 'the members of etcd do not agree',
  )

/** Asks until there is an answer. */
async function until<Answer>(ask: () => Promise<Answer | undefined>, failure: () => Promise<string>): Promise<Answer> {
  for (const start_ms = Date.now(); ; ) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() - start_ms > patience_ms) throw new Error(`after ${patience_ms / 1000} s ${await failure()}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function createDatabase(
  superuser: Cluster['superuser'],
  { owner, app }: { owner: string; app: string },
): Promise<void> {
  const client = new pg.Client({ ...superuser, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`CREATE ROLE mizan_owner LOGIN PASSWORD ${pg.escapeLiteral(owner)}`)
    await client.query(`CREATE ROLE mizan_app LOGIN PASSWORD ${pg.escapeLiteral(app)}`)
    await client.query('CREATE DATABASE mizan OWNER mizan_owner')
  } finally {
    await client.end()
  }
}

function makeFolder(path: string, account: Account | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o711 })
  if (account) chownSync(path, account.uid, account.gid)
}

function writeOwned(path: string, text: string, account: Account | undefined): void {
  writeFileSync(path, text, { mode: 0o600 })
  if (account) chownSync(path, account.uid, account.gid)
}

const password = () => randomBytes(18).toString('base64url')
