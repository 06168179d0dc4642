import { type ChildProcess, spawn } from 'node:child_process'
import { serverArguments } from '../../scripts/v8-flags.mjs'

/** Printed at every start on a PostgreSQL without known security fixes, as the bundled one is. */
const releaseWarning = /^mizan: PostgreSQL \S+ lacks the security fixes .*\n/gm

export type ServerProcess = {
  child: ChildProcess
  /** Its address once it is listening. Undefined if it ended before. */
  address: Promise<string | undefined>
  /** `said`: what it wrote to stderr, without the warning about its PostgreSQL. */
  ended: Promise<{ code: number | null; said: string }>
}

/** Runs the server as `npm start` does, in a process of its own on a free port. */
export function startProcess(environment: Record<string, string>): ServerProcess {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: '0', ...environment }
  const child = spawn(process.execPath, ['--disable-warning=DeprecationWarning', ...startArguments()], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said: said.replace(releaseWarning, '') }))
  })
  const address = new Promise<string | undefined>((resolve) => {
    let printed = ''
    const listen = (bytes: Buffer) => {
      printed += bytes
      const found = /ready: (http:\S+)/.exec(printed)
      if (!found) return
      resolve(found[1])
      // The log of each request is discarded: storing and searching it costs the measuring process more than its own
      // calls.
      child.stdout.off('data', listen).resume()
    }
    child.stdout.on('data', listen)
    child.once('close', () => resolve(undefined))
  })
  return { child, address, ended }
}

/** The arguments that `npm start` passes to node. */
export const startArguments = serverArguments
