import { createHash } from 'node:crypto'
import { chownSync, createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartRefusal } from '#server/start-refusal.ts'
import { readBackupKey } from './backup-key.ts'
import { findAccount } from './binaries.ts'
import { flushFolder } from './cluster.ts'
import { copyFile, type Sealing } from './copy.ts'

const ending = '.age'
const isPlain = (name: string) => /^[\w.]+\.gz$/.test(name)
const isSealed = (name: string) => /^[\w.]+\.gz\.age$/.test(name)
const every_ms = 15_000

/**
 * Encrypts each file of the archive of the log soon after PostgreSQL stored it. The function that it answers encrypts the last ones and
 * ends this. Call it after PostgreSQL has ended.
 */
export async function keepArchiveSealed(
  folder: string,
  key: string,
  tell: (line: string) => void,
): Promise<() => Promise<void>> {
  const sealing = await readBackupKey(key)
  let last = ''
  const sweep = () =>
    sealArchive(folder, sealing).catch((error: Error) => {
      // A message that repeats at each sweep is reported once.
      if (error.message !== last) tell(`The archive of the log is not encrypted: ${error.message}`)
      last = error.message
    })
  let running = sweep()
  const timer = setInterval(() => {
    running = running.then(sweep)
  }, every_ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running.then(sweep)
  }
}

/** Encrypts what PostgreSQL stored in the archive since the last time. A file is deleted only when its encrypted one is on disk. */
export async function sealArchive(folder: string, sealing: Sealing): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of (await readdir(folder)).filter(isPlain)) {
    const plain = join(folder, name)
    const sealed = `${plain}${ending}`
    // After a crash PostgreSQL stores a file again that is encrypted already.
    if (existsSync(sealed)) {
      if ((await logHash(plain)) !== (await logHash(sealed, sealing)))
        throw new Error(`${name} is there already with another content. Two databases may not share an archive.`)
    } else {
      const draft = `${sealed}.part`
      await rm(draft, { force: true })
      await copyFile(plain, draft, { seal: sealing.seal })
      await rename(draft, sealed)
      flushFolder(folder)
    }
    await rm(plain)
  }
}

async function logHash(path: string, sealing?: Sealing): Promise<string> {
  const hash = createHash('sha256')
  const bytes = createReadStream(path)
  const opened = sealing ? Readable.from(await sealing.open(ReadableStream.from(bytes))) : bytes
  for await (const chunk of opened.pipe(createGunzip())) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * An archive that PostgreSQL can read: the same folder, or a temporary one with its files decrypted, which is deleted when this process
 * ends. Files before `first` are not needed.
 */
export async function openArchive(folder: string, sealing: Sealing | undefined, first: string): Promise<string> {
  const names = readdirSync(folder)
  if (!names.some(isSealed)) return folder
  if (!sealing) throw new StartRefusal(`${folder} is encrypted: say --key FILE, or set BACKUP_KEY.`)
  const account = findAccount()
  const opened = mkdtempSync(join(tmpdir(), 'mizan-archive-'))
  process.once('exit', () => rmSync(opened, { recursive: true, force: true }))
  if (account) chownSync(opened, account.uid, account.gid)
  const needed = (name: string) => !/^[\dA-F]{24}\./.test(name) || name.slice(8, 24) >= first.slice(8)
  const given = { owner: account, mode: 0o600 }
  for (const name of names.filter(needed)) {
    if (isPlain(name)) await copyFile(join(folder, name), join(opened, name), given)
    if (!isSealed(name) || names.includes(name.slice(0, -ending.length))) continue
    const to = join(opened, name.slice(0, -ending.length))
    await copyFile(join(folder, name), to, { ...given, open: sealing.open }).catch((error: Error) => {
      throw new StartRefusal(`The archive is damaged, or has another key: ${name} does not open (${error.message}).`)
    })
  }
  return opened
}
