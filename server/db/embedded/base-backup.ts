import { createHash } from 'node:crypto'
import { chown, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartRefusal } from '#server/start-refusal.ts'
import type { ConnectionSettings } from '../driver/pool.ts'
import { type CopyList, copyTree, type Sealing } from './copy.ts'

type Request<T> = {
  superuser: ConnectionSettings
  dataDir: string
  to: string
  sealing?: Sealing | undefined
  /** Asked when all files are copied: what it sees is in the backup. */
  atEnd: (client: pg.Client) => Promise<T>
}

// Files that PostgreSQL recreates at its start or that belong to the running server, as in pg_basebackup.
const emptyFolders =
  /^postgres\/(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_wal)\//
const skippedNames =
  /\/(postmaster\.(pid|opts)|pg_internal\.init[^/]*|pgsql_tmp[^/]*|backup_label(\.old)?|tablespace_map(\.old)?|current_logfiles|postgresql\.auto\.conf\.tmp)$/
const control = 'postgres/global/pg_control'

/**
 * Copies the running cluster `dataDir/postgres` file by file between PostgreSQL's backup start and backup stop, with the log of what was
 * written meanwhile. The temporary slot holds that log back, and is gone with this connection, as is the backup itself.
 */
export async function copyCluster<T>({
  superuser,
  dataDir,
  to,
  sealing,
  atEnd,
}: Request<T>): Promise<{ list: CopyList; end: T }> {
  const client = new pg.Client(superuser)
  // A lost connection fails the next statement, which says so.
  client.on('error', () => {})
  await client.connect()
  try {
    const slot = `mizan_backup_${process.pid}`
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot])
    const started = await client.query(`SELECT pg_walfile_name(pg_backup_start('mizan', true)) AS first`)
    const list: CopyList = { folders: [], files: [] }
    await copyFiles(dataDir, to, list, sealing)
    const end = await atEnd(client)
    const stopped = await client.query(
      'SELECT pg_walfile_name(lsn) AS last, labelfile, spcmapfile FROM pg_backup_stop(false)',
    )
    const { last, labelfile, spcmapfile } = stopped.rows[0]
    if (spcmapfile.trim())
      throw new StartRefusal('The database has tablespaces outside its folder: back it up with pg_basebackup.')
    await writeLabel(to, labelfile, list)
    await copyLog({ dataDir, to, list, sealing, first: started.rows[0].first, last })
    await client.query('SELECT pg_drop_replication_slot($1)', [slot])
    return { list, end }
  } finally {
    await client.end()
  }
}

async function copyFiles(dataDir: string, to: string, list: CopyList, sealing?: Sealing): Promise<void> {
  const skips = (path: string) =>
    (emptyFolders.test(path) && !/\/pg_wal\/(archive_status|summaries)$/.test(path)) ||
    skippedNames.test(path) ||
    path === control
  await copyTree({ from: dataDir, to, list, skips, sealing }, 'postgres')
  // Last, as it names the newest checkpoint; and a folder without it is no cluster to PostgreSQL.
  await copyTree({ from: dataDir, to, list, sealing }, control)
}

/** With this file PostgreSQL begins its recovery where the backup began, not at the newest checkpoint. */
async function writeLabel(to: string, text: string, list: CopyList): Promise<void> {
  const path = 'postgres/backup_label'
  const { uid, gid } = await stat(join(to, 'postgres'))
  await writeFile(join(to, path), text, { mode: 0o600, flush: true })
  if (process.getuid?.() === 0) await chown(join(to, path), uid, gid)
  const sha256 = createHash('sha256').update(text).digest('hex')
  // Plain in an encrypted copy too: it only says where in the log the copy begins, and what may be deleted from an archive follows from that.
  list.files.push({ path, size: Buffer.byteLength(text), sha256, is_plain: true })
}

type Log = {
  dataDir: string
  to: string
  list: CopyList
  sealing: Sealing | undefined
  first: string
  last: string
}

async function copyLog({ dataDir, to, list, sealing, first, last }: Log): Promise<void> {
  const folder = 'postgres/pg_wal'
  const names = (await readdir(join(dataDir, folder))).filter(
    (name) => /^[\dA-F]{24}$/.test(name) && name >= first && name <= last,
  )
  for (const name of names.sort()) await copyTree({ from: dataDir, to, list, sealing }, `${folder}/${name}`)
  if (names.length !== segment(last) - segment(first) + 1)
    throw new StartRefusal(
      `The log of the database lacks a file between ${first} and ${last}: the backup is not whole.`,
    )
}

/** The files of the log are counted by 256, at PostgreSQL's usual 16 MB each. */
function segment(name: string): number {
  return Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)
}
