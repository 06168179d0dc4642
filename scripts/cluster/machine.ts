import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '#server/db/embedded/binaries.ts'
import type { MachinePorts } from './cluster-files.ts'
import type { Relay } from './relay.ts'

/** A machine of the cluster: one Patroni with its PostgreSQL, and its connections to the others. */
export type Machine = {
  name: string
  ports: MachinePorts
  start(): void
  /** Power lost: every process ends at once. */
  kill(): Promise<void>
  /** Every process stands still, and goes on later as if nothing had been. */
  pause(): void
  resume(): void
  /** The others are not reached any more, nor etcd; clients still reach it. */
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
      const ended = child && child.exitCode === null ? once(child, 'exit') : undefined
      signal('SIGKILL')
      await ended
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    isolate: () => relays.forEach((relay) => void relay.cut()),
    rejoin: () => relays.forEach((relay) => void relay.heal()),
    async stop() {
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      for (const relay of relays) await relay.stop()
    },
  }
}

/** Runs a program as the account of PostgreSQL, what it says at the end of a file. */
export function startProgram(
  program: string,
  given: readonly string[],
  logPath: string,
  account: Account | undefined,
): ChildProcess {
  const log = openSync(logPath, 'a')
  return spawn(program, given, { ...account, cwd: '/', stdio: ['ignore', log, log] })
}

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
