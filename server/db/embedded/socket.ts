import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './binaries.ts'
import { letPass } from './binaries.ts'
import { freePort } from './free-port.ts'
import type { ServerRequest } from './server.ts'

export type Address = {
  host: string
  port: number
  settings: ServerRequest['settings']
  /** After the server has stopped. */
  remove(): void
}

// The system keeps a socket's path in 104 to 108 bytes, and the file's own name takes some of them.
const folderMaximum_bytes = 103 - '/.s.PGSQL.5432.lock'.length

/** Where PostgreSQL listens: a socket in a folder that only its account may enter, no port of the network. */
export async function chooseAddress(dataDir: string, account: Account | undefined): Promise<Address> {
  if (process.platform === 'win32') {
    const port = await freePort()
    return { host: '127.0.0.1', port, settings: { listen_addresses: '127.0.0.1', port }, remove: () => {} }
  }
  const host = socketFolder(dataDir, account)
  const settings = { listen_addresses: '', unix_socket_directories: host, unix_socket_permissions: '0700', port: 5432 }
  return { host, port: 5432, settings, remove: () => removeShort(host, dataDir) }
}

/** Deletes the folder of the socket if it is not in the data folder. */
function removeShort(host: string, dataDir: string): void {
  if (host === join(dataDir, 'socket')) return
  try {
    rmdirSync(host)
  } catch {
    // Something else is in it, or it is gone.
  }
}

function socketFolder(dataDir: string, account: Account | undefined): string {
  const beside = join(dataDir, 'socket')
  if (Buffer.byteLength(beside) <= folderMaximum_bytes) return own(beside, account)
  const name = `mizan-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  const short = join(tmpdir(), name)
  // Another user may have created a folder of that name before us; then an unpredictable name is used.
  return isOwn(short, account) ? own(short, account) : own(mkdtempSync(join(tmpdir(), 'mizan-')), account)
}

function own(folder: string, account: Account | undefined): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
  letPass(folder, account)
  return folder
}

function isOwn(folder: string, account: Account | undefined): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false })
  return !facts || (facts.isDirectory() && facts.uid === (account?.uid ?? process.getuid?.()))
}
