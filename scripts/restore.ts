import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { type Account, findAccount } from '#server/db/embedded/binaries.ts'
import { copyFile } from '#server/db/embedded/copy.ts'
import { asSuperuser } from '#server/db/embedded/running.ts'
import { StartRefusal } from '#server/start-refusal.ts'
import { completeBackups, type Manifest, manifestName, readManifest, readTrialBalances } from './backup-manifest.ts'
import { reportInvariants } from './report-invariants.ts'

/**
 * `npm run restore -- --from DIR --to DATA_DIR`: a backup, or the newest one in DIR, becomes a new data folder, is recovered and verified.
 * `--check` instead of `--to` does the same in a temporary folder and deletes it.
 */
try {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, check: { type: 'boolean', default: false } },
  })
  process.exitCode = (await restore(values)) ? 0 : 1
} catch (error) {
  console.error(`mizan: ${(error as Error).message}`)
  process.exitCode = 1
}

type Request = { from?: string | undefined; to?: string | undefined; check: boolean }

async function restore({ from, to, check }: Request): Promise<boolean> {
  if (readConfig().database)
    throw new StartRefusal(
      'With DATABASE_URL the database is restored by its own tools, from pg_basebackup or with pg_restore; copy e-invoicing.key and outbox into DATA_DIR as well.',
    )
  if (!from || check === (to !== undefined))
    throw new StartRefusal('Say what: npm run restore -- --from DIR --to DATA_DIR, or --from DIR --check.')
  const backup = findBackup(from)
  const manifest = readManifest(backup)
  const target = to === undefined ? mkdtempSync(join(tmpdir(), 'mizan-restore-')) : makeTarget(to)
  if (check) process.once('exit', () => rmSync(target, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  try {
    await copyChecked(backup, target, manifest)
  } catch (error) {
    for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true, force: true })
    throw error
  }
  const isWhole = await asSuperuser(target, (superuser) => verify(superuser, manifest))
  const found = `${backup} of ${manifest.made_at}, Mizan ${manifest.version}`
  if (!isWhole) console.error(`mizan: ${found} is NOT whole.`)
  else console.log(check ? `${found} is whole.` : `${found} is restored: DATA_DIR=${target} npm start`)
  return isWhole
}

function findBackup(from: string): string {
  if (existsSync(join(from, manifestName))) return resolve(from)
  const newest = completeBackups(from).at(-1)
  if (newest) return resolve(from, newest)
  throw new StartRefusal(`${from} is no complete backup and holds none: it has no ${manifestName}.`)
}

function makeTarget(to: string): string {
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new StartRefusal(`${to} is not empty: restore to a new folder.`)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  return realpathSync(to)
}

/**
 * Copies what the manifest lists and refuses what differs. The file without which PostgreSQL does not start comes last, so that no half
 * of a restore is ever taken for books.
 */
async function copyChecked(backup: string, target: string, { folders, files }: Manifest): Promise<void> {
  const account = findAccount()
  // On another machine the account of PostgreSQL may have another number.
  const ownerOf = (path: string): Account | undefined =>
    account && (/^postgres(\/|$)/.test(path) ? account : { uid: 0, gid: 0 })
  for (const path of folders) {
    mkdirSync(join(target, path), { mode: 0o700 })
    const owner = ownerOf(path)
    if (owner) chownSync(join(target, path), owner.uid, owner.gid)
  }
  const isLast = ({ path }: { path: string }) => path === 'postgres/global/pg_control'
  for (const { path, size, sha256 } of [...files.filter((file) => !isLast(file)), ...files.filter(isLast)]) {
    const copied = await copyFile(join(backup, path), join(target, path), { owner: ownerOf(path), mode: 0o600 })
    if (!copied) throw new StartRefusal(`The backup is damaged: ${path} is missing. Nothing was restored.`)
    if (copied.sha256 !== sha256 || copied.size !== size)
      throw new StartRefusal(`The backup is damaged: ${path} is not what was backed up. Nothing was restored.`)
  }
}

async function verify(superuser: ConnectionSettings, { trial_balances }: Manifest): Promise<boolean> {
  const broken = await reportInvariants(superuser)
  const client = new pg.Client(superuser)
  await client.connect()
  const found = await readTrialBalances(client, trial_balances).finally(() => client.end())
  const isSame = isDeepStrictEqual(found, trial_balances)
  console.log(
    `${isSame ? 'ok    ' : 'BROKEN'} trial balances of ${trial_balances.length} organisations are those of the backup`,
  )
  return broken === 0 && isSame
}
