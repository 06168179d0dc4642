import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '#server/start-refusal.ts'
import type { Account } from './binaries.ts'
import { childEnvironment, lastLine } from './cluster.ts'
import { isFolderInUse, isPostmaster, processState } from './processes.ts'

export type ServerRequest = {
  program: string
  account: Account | undefined
  folder: string
  logPath: string
  settings: Readonly<Record<string, string | number> & { unix_socket_directories?: string }>
  /**
   * Recovery to a moment: ready is what has reached it. PostgreSQL writes `standby` into its pid file as soon as such a
   * recovery begins, also where no connection is accepted before its end.
   */
  recovers?: boolean
  /** Hears every few seconds how far a start is that takes long, such as the recovery after a crash. */
  tell?: (line: string) => void
}

const progressEvery_ms = 10_000
const stopMaximum_ms = 10_000

/**
 * Starts a postmaster as a direct child and resolves when it accepts connections. There is no limit while it lives: a
 * recovery that is stopped begins again at the next start, and would never end. Lock files and shared memory of a
 * killed one are free a moment later: that refusal is retried, any other is final.
 */
export async function launchServer(request: ServerRequest): Promise<ChildProcess> {
  for (let delay_ms = 100; ; delay_ms *= 2) {
    try {
      return await launchOnce(request)
    } catch (error) {
      if (delay_ms > 2_000 || !/lock file|shared memory/.test((error as Error).message)) throw error
      await sleep(delay_ms)
    }
  }
}

async function launchOnce(request: ServerRequest): Promise<ChildProcess> {
  await endOrphan(request.folder)
  // Only the server of this data folder uses the socket folder, and none is running now.
  const sockets = request.settings.unix_socket_directories
  if (sockets) for (const name of readdirSync(sockets)) rmSync(join(sockets, name), { force: true })
  const { folder, account, logPath, recovers, tell } = request
  const log = openSync(logPath, 'a', 0o600)
  const logStart = statSync(logPath).size
  const settings = Object.entries(request.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(request.program, ['-D', folder, ...settings], {
    ...account,
    cwd: '/',
    env: childEnvironment(),
    // A process group of its own: Ctrl-C reaches us first, and we stop it after the last request was answered.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  const isReady = recovers ? /^ready\s*$/ : /^(ready|standby)\s*$/
  const logged = () => readFileSync(logPath).subarray(logStart).toString()
  for (let nextProgress_at = Date.now() + progressEvery_ms; ; ) {
    const lines = readPidFile(folder)
    if (Number(lines[0]) === child.pid && isReady.test(lines[7] ?? '')) return child
    if (failure || child.exitCode !== null || child.signalCode !== null)
      throw new StartRefusal(`PostgreSQL did not start: ${failure?.message ?? lastLine(logged())} (${logPath})`)
    if (Date.now() > nextProgress_at) {
      nextProgress_at = Date.now() + progressEvery_ms
      tell?.(`PostgreSQL is still starting: ${progressOf(logged())}`)
    }
    await sleep(20)
  }
}

/** How many files of the log were read, or what PostgreSQL says itself. */
function progressOf(logged: string): string {
  const read = logged.match(/restored log file "[\dA-F]{24}"/g)?.length
  return read ? `${read} files of the log are read.` : lastLine(logged)
}

/** The lines of postmaster.pid: process, folder, beginning, port, socket folder, address, memory, state. */
export function readPidFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is written. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  // Immediate shutdown loses nothing either, it only makes the next start recover.
  const impatience = setTimeout(() => child.kill('SIGQUIT'), stopMaximum_ms)
  await ended
  clearTimeout(impatience)
}

/**
 * A `kill -9` of the server leaves its PostgreSQL behind: stop that one first. A `kill -9` of PostgreSQL may leave a
 * zombie which PostgreSQL itself takes for a living postmaster: its pid file goes once nothing works in the folder.
 */
export async function endOrphan(folder: string): Promise<void> {
  const pid = Number(readPidFile(folder)[0])
  if (!pid || pid < 0) return
  const isOurs = processState(pid) === 'alive' && isPostmaster(pid, folder)
  if (isOurs) signal(pid, 'SIGINT')
  for (let waited_ms = 0; waited_ms < 2 * stopMaximum_ms; waited_ms += 20) {
    const isOver = processState(pid) !== 'alive' || !isPostmaster(pid, folder)
    if (isOver && !isFolderInUse(folder)) {
      // Gone or foreign: PostgreSQL itself detects when the process id is free.
      if (processState(pid) !== 'gone') rmSync(join(folder, 'postmaster.pid'), { force: true })
      return
    }
    if (isOurs && !isOver && waited_ms === stopMaximum_ms) signal(pid, 'SIGQUIT')
    await sleep(20)
  }
  throw new StartRefusal(`Another PostgreSQL (process ${pid}) still works in ${folder}: stop it first.`)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM') {
      throw new StartRefusal(`PostgreSQL (process ${pid}) of another user works in the data folder: stop it first.`)
    }
  }
}
