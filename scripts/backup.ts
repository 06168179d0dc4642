import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { pruneArchive } from '#server/db/embedded/archive.ts'
import { chosenKey, makeBackupKey } from '#server/db/embedded/backup-key.ts'
import { copyCluster } from '#server/db/embedded/base-backup.ts'
import { flushFolder } from '#server/db/embedded/cluster.ts'
import { copyTree, type Sealing } from '#server/db/embedded/copy.ts'
import { describeTools } from '#server/db/embedded/external-tools.ts'
import { lockFolder } from '#server/db/embedded/lock.ts'
import { asSuperuser } from '#server/db/embedded/running.ts'
import { StartRefusal, sentenceOf } from '#server/start-refusal.ts'
import { type BrokenCounts, brokenCounts, runInvariants } from '../test/harness/invariants.ts'
import {
  backupName,
  completeBackups,
  counted,
  type Manifest,
  manifestFile,
  partialBackups,
  partialName,
  readTrialBalances,
} from './backup-manifest.ts'

/**
 * `npm run backup -- --to DIR`: copies the whole data folder into DIR/<time> while the server runs, or without one. `--keep 7` deletes
 * older complete backups beyond seven. `--key FILE` or BACKUP_KEY encrypts it; `--new-key FILE` makes such a key. It grows under another name, so a folder of the final name always is a complete backup.
 */
try {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      key: { type: 'string' },
      'new-key': { type: 'string' },
    },
  })
  const { 'new-key': newKey } = values
  if (newKey === undefined) console.log(await backup(values))
  else
    console.log(
      `${newKey} opens copies that are made with it: keep it away from them, and a second time on paper. Its public half: ${await makeBackupKey(newKey)}`,
    )
} catch (error) {
  console.error(`mizan: ${sentenceOf(error)}`)
  process.exitCode = 1
}

type Request = { to?: string | undefined; keep?: string | undefined; key?: string | undefined }

async function backup({ to, keep, key }: Request): Promise<string> {
  const config = readConfig()
  if (config.database)
    throw new StartRefusal(
      `With DATABASE_URL the database is backed up by its own tools, pg_basebackup or pg_dump; copy e-invoicing.key and outbox of DATA_DIR as well. ${describeTools()}`,
    )
  if (!to) throw new StartRefusal('Say where to: npm run backup -- --to DIR [--keep 7].')
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new StartRefusal(`--keep must be a number from 1, not "${keep}".`)
  if (!existsSync(join(config.dataDir, 'postgres', 'PG_VERSION')))
    throw new StartRefusal(`${config.dataDir} holds no database: set DATA_DIR.`)
  const sealing = await chosenKey(key, config)
  const dataDir = realpathSync(config.dataDir)
  const inside = relative(dataDir, resolve(to))
  if (inside.split(sep)[0] !== '..' && resolve(inside) !== inside)
    throw new StartRefusal('--to must lie outside DATA_DIR.')
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const folder = realpathSync(to)
  const unlock = lockFolder(folder, (_, pid) => `Another backup to ${folder} is under way (process ${pid}).`)
  try {
    return await backupTo({ folder, dataDir, keep, archive: config.walArchive, archiveKey: config.backupKey, sealing })
  } finally {
    unlock()
  }
}

/** What is broken already. Where it cannot be asked, as with a damaged page, nothing is known of the original, and the copy is still made. */
async function brokenOf(superuser: ConnectionSettings): Promise<BrokenCounts | undefined> {
  return runInvariants(superuser).then(brokenCounts, () => undefined)
}

type Place = {
  folder: string
  dataDir: string
  keep: string | undefined
  archive: string | undefined
  archiveKey: string | undefined
  sealing: Sealing | undefined
}

async function backupTo({ folder, dataDir, keep, archive, archiveKey, sealing }: Place): Promise<string> {
  // Under the lock: leftovers of a killed backup.
  for (const name of partialBackups(folder)) remove(join(folder, name))
  const name = backupName(new Date())
  const partial = join(folder, partialName(name))
  mkdirSync(partial, { mode: 0o700 })
  process.once('exit', () => remove(partial))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const manifest = await copyAll({ dataDir, to: partial, archive, archiveKey, sealing })
  for (const path of manifest.folders) flushFolder(join(partial, path))
  const [manifestPath, bytes] = await manifestFile(manifest, sealing)
  writeFileSync(join(partial, manifestPath), bytes, { mode: 0o600, flush: true })
  flushFolder(partial)
  renameSync(partial, join(folder, name))
  flushFolder(folder)
  for (const old of keep === undefined ? [] : completeBackups(folder).slice(0, -Number(keep))) {
    // Half deleted it must not look complete.
    renameSync(join(folder, old), join(folder, partialName(old)))
    remove(join(folder, partialName(old)))
  }
  const [oldest] = completeBackups(folder)
  if (archive && keep !== undefined && oldest) pruneArchive(archive, join(folder, oldest))
  const size_mb = Math.ceil(manifest.files.reduce((sum, { size }) => sum + size, 0) / 1_000_000)
  return `${join(folder, name)}: ${manifest.files.length} files, ${size_mb} MB, ${counted(manifest.trial_balances.length, 'organisation')}${sealing ? ', encrypted' : ''}`
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

async function copyAll({
  dataDir,
  to,
  archive,
  archiveKey,
  sealing,
}: Omit<Place, 'folder' | 'keep'> & { to: string }): Promise<Manifest> {
  const copied = (superuser: ConnectionSettings) =>
    copyCluster({
      superuser,
      dataDir,
      to,
      sealing,
      atEnd: async (client) => ({
        postgres: (await client.query('SHOW server_version')).rows[0].server_version as string,
        trial_balances: await readTrialBalances(client),
        broken: await brokenOf(superuser),
      }),
    })
  const { list, end } = await asSuperuser(dataDir, copied, { archive, archiveKey })
  // After the database: a key it names is there by now.
  const others = readdirSync(dataDir).filter(
    (name) => !/^(postgres(\.(?!build$).*)?|socket|server\.lock.*)$/.test(name),
  )
  for (const name of others) await copyTree({ from: dataDir, to, list, sealing }, name)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return { format: 'mizan-backup-1', version, made_at: new Date().toISOString(), ...end, ...list }
}
