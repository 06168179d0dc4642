import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '#server/db/embedded/binaries.ts'
import type { MachinePorts } from './cluster-files.ts'
import type { Relay } from './relay.ts'

/** A machine of the cluster: one Patroni with its PostgreSQL, and its connections to the others. */
export type Machine = {
  name: string
  ports: MachinePorts
  start(): void
  /** Ends every process at once, as when the power fails. */
  kill(): Promise<void>
  /** Stops every process without ending it, as a frozen virtual machine. */
  pause(): void
  resume(): void
  /** Cuts its connections to the other machines and to etcd. Clients still reach it. */
  isolate(): void
  rejoin(): void
  stop(): Promise<void>
}

type Request = {
  name: string
  ports: MachinePorts
  program: string
  settingsPath: string
  dataDir: string
  account: Account | undefined
  relays: readonly Relay[]
}

export function createMachine(request: Request): Machine {
  const { name, ports, dataDir, relays } = request
  let child: ChildProcess | undefined
  const pids = () => [...(child?.pid ? [child.pid] : []), ...processesBelow(postmasterOf(dataDir))]
  const signal = (what: NodeJS.Signals) => {
    for (const pid of pids()) send(pid, what)
  }
  return {
    name,
    ports,
    start() {
      child = startProgram(request.program, [request.settingsPath], `${dataDir}.log`, request.account)
    },
    async kill() {
      const ended = child && endOf(child)
      signal('SIGKILL')
      await ended
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    isolate() {
      for (const relay of relays) relay.cut()
    },
    rejoin() {
      for (const relay of relays) relay.heal()
    },
    async stop() {
      if (child) await endProgram(child)
      for (const relay of relays) await relay.stop()
    },
  }
}

/** Runs a program as the account of PostgreSQL. Its output is appended to a file. */
export function startProgram(
  program: string,
  given: readonly string[],
  logPath: string,
  account: Account | undefined,
): ChildProcess {
  const log = openSync(logPath, 'a')
  try {
    return spawn(program, given, { ...account, cwd: '/', stdio: ['ignore', log, log] })
  } finally {
    closeSync(log)
  }
}

/** Ends a program in order, unless it has ended. */
export async function endProgram(child: ChildProcess): Promise<void> {
  const ended = endOf(child)
  child.kill('SIGTERM')
  await ended
}

/** The end of a program; nothing where it has ended. */
const endOf = (child: ChildProcess): Promise<unknown> | undefined =>
  child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined

function send(pid: number, what: NodeJS.Signals): void {
  try {
    process.kill(pid, what)
  } catch {
    // It has ended.
  }
}

function postmasterOf(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** A process and those that it started, from /proc. */
function processesBelow(root: number | undefined): number[] {
  if (root === undefined) return []
  const parents = readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry)
    const parent = Number.isInteger(pid) ? parentOf(pid) : undefined
    return parent === undefined ? [] : [{ pid, parent }]
  })
  return [root, ...parents.filter(({ parent }) => parent === root).map(({ pid }) => pid)]
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
