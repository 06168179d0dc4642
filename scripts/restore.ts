import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { firstOfLog } from '#server/db/embedded/archive.ts'
import { chosenKey } from '#server/db/embedded/backup-key.ts'
import { type Account, findAccount } from '#server/db/embedded/binaries.ts'
import { copyFile, type Sealing } from '#server/db/embedded/copy.ts'
import { restoreMark } from '#server/db/embedded/embedded.ts'
import { describeTools } from '#server/db/embedded/external-tools.ts'
import { asSuperuser } from '#server/db/embedded/running.ts'
import { openArchive } from '#server/db/embedded/sealed-archive.ts'
import { StartRefusal, sentenceOf } from '#server/start-refusal.ts'
import {
  completeBackups,
  counted,
  isComplete,
  isEncrypted,
  type Manifest,
  manifestName,
  readManifest,
  readTrialBalances,
} from './backup-manifest.ts'
import { reportInvariants } from './report-invariants.ts'

/**
 * `npm run restore -- --from DIR --to DATA_DIR`: a backup, or the newest one in DIR, becomes a new data folder, is recovered and verified.
 * `--check` instead of `--to` does the same in a temporary folder and deletes it. `--at "2026-11-25 14:32"` (Riyadh) takes the last backup before
 * that moment and recovers from the archive of the log, which WAL_ARCHIVE or `--archive` names, up to it.
 */
try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      check: { type: 'boolean', default: false },
      at: { type: 'string' },
      archive: { type: 'string' },
      key: { type: 'string' },
    },
  })
  process.exitCode = (await restore(values)) ? 0 : 1
} catch (error) {
  console.error(`mizan: ${sentenceOf(error)}`)
  process.exitCode = 1
}

type Request = {
  from?: string | undefined
  to?: string | undefined
  check: boolean
  at?: string | undefined
  archive?: string | undefined
  key?: string | undefined
}

async function restore({ from, to, check, at, archive, key }: Request): Promise<boolean> {
  const config = readConfig()
  if (config.database)
    throw new StartRefusal(
      `With DATABASE_URL the database is restored by its own tools, from pg_basebackup or with pg_restore; copy e-invoicing.key and outbox into DATA_DIR as well. ${describeTools()}`,
    )
  if (!from || check === (to !== undefined))
    throw new StartRefusal('Say what: npm run restore -- --from DIR --to DATA_DIR, or --from DIR --check.')
  const moment = at === undefined ? undefined : momentOf(at)
  const stored = moment && archiveOf(archive ?? config.walArchive)
  const sealing = await chosenKey(key, config)
  const backup = await findBackup(from, sealing, moment)
  const manifest = await readManifest(backup, sealing)
  const recovery =
    moment && stored ? { archive: await openArchive(stored, sealing, firstOfLog(backup) ?? ''), at: moment } : undefined
  const target = to === undefined ? mkdtempSync(join(tmpdir(), 'mizan-restore-')) : makeTarget(to)
  if (check) process.once('exit', () => rmSync(target, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const mark = join(target, restoreMark)
  writeFileSync(mark, '', { mode: 0o600, flush: true })
  const tell = (line: string) => console.log(line)
  let isWhole: boolean
  try {
    await copyChecked(backup, target, manifest, isEncrypted(backup) ? sealing : undefined)
    const work = { recovery, isRestore: true, tell }
    isWhole = await asSuperuser(target, (superuser) => verify(superuser, manifest), work)
  } catch (error) {
    // Nothing that is half of a copy, or has not reached its moment, stays: the restore can be repeated.
    for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true, force: true })
    throw error
  }
  rmSync(mark)
  const found = `${backup} of ${manifest.made_at}${at === undefined ? '' : `, as of ${at},`} Mizan ${manifest.version}`
  if (!isWhole) console.error(`mizan: ${found} is NOT whole.`)
  else console.log(check ? `${found} is whole.` : `${found} is restored: DATA_DIR=${target} npm start`)
  return isWhole
}

/** A moment on the clocks of Riyadh. */
function momentOf(text: string): Date {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)$/.exec(text)
  const moment = new Date(`${parts?.[1]}T${parts?.[2]}+03:00`)
  if (!parts || Number.isNaN(moment.getTime()))
    throw new StartRefusal('--at is a moment in Riyadh: "2026-11-25 14:32".')
  if (moment.getTime() > Date.now()) throw new StartRefusal(`--at ${text} has not come yet.`)
  return moment
}

function archiveOf(folder: string | undefined): string {
  if (!folder) throw new StartRefusal('--at needs the archive of the log: set WAL_ARCHIVE, or say --archive DIR.')
  if (!existsSync(folder)) throw new StartRefusal(`There is no archive ${folder}.`)
  return realpathSync(folder)
}

/** The newest backup, or the newest one that was finished before the moment. */
async function findBackup(from: string, sealing: Sealing | undefined, moment?: Date): Promise<string> {
  if (isComplete(from)) return resolve(from)
  const all = completeBackups(from)
  let newest: string | undefined
  for (const name of all.toReversed()) {
    if (moment && new Date((await readManifest(join(from, name), sealing)).made_at) > moment) continue
    newest = name
    break
  }
  if (!newest && all.length > 0) throw new StartRefusal(`${from} holds no backup from before that moment.`)
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
async function copyChecked(
  backup: string,
  target: string,
  { folders, files }: Manifest,
  sealing: Sealing | undefined,
): Promise<void> {
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
  for (const { path, size, sha256, is_plain } of [...files.filter((file) => !isLast(file)), ...files.filter(isLast)]) {
    const open = is_plain ? undefined : sealing?.open
    const given = { owner: ownerOf(path), mode: 0o600, open }
    const copied = await copyFile(join(backup, path), join(target, path), given).catch(
      (error: NodeJS.ErrnoException) => {
        if (!sealing || error.syscall) throw error
        throw new StartRefusal(`The backup is damaged: ${path} does not open (${error.message}). Nothing was restored.`)
      },
    )
    if (!copied) throw new StartRefusal(`The backup is damaged: ${path} is missing. Nothing was restored.`)
    if (copied.sha256 !== sha256 || copied.size !== size)
      throw new StartRefusal(`The backup is damaged: ${path} is not what was backed up. Nothing was restored.`)
  }
}

async function verify(superuser: ConnectionSettings, { trial_balances, broken: original }: Manifest): Promise<boolean> {
  const broken = await reportInvariants(superuser, original)
  const client = new pg.Client(superuser)
  await client.connect()
  const found = await readTrialBalances(client, trial_balances).finally(() => client.end())
  const isSame = isDeepStrictEqual(found, trial_balances)
  console.log(
    `${isSame ? 'ok    ' : 'BROKEN'} trial balances of ${counted(trial_balances.length, 'organisation')} are those of the backup`,
  )
  return broken === 0 && isSame
}
