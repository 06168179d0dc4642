import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '#server/start-refusal.ts'
import { type Account, letPass } from './binaries.ts'

/** A file of the log that is not full is archived after this time: what a lost disk can cost. */
const lossMaximum = '60s'
const ending = '.gz'

/** The folder is part of commands that a shell runs. */
function requirePlain(folder: string): void {
  if (process.platform === 'win32')
    throw new StartRefusal('WAL_ARCHIVE needs a shell with gzip and cmp: not on Windows.')
  if (!/^\/[\w./ -]+$/.test(folder))
    throw new StartRefusal(`WAL_ARCHIVE must be a plain path of letters, digits and . _ - /, not "${folder}".`)
}

/**
 * Settings by which PostgreSQL stores each file of its log, packed, in `folder`. A file that is there already counts as stored only if it is the
 * same one, so two clusters never mix in one archive.
 */
export function archiveSettings(folder: string, account: Account | undefined): Record<string, string> {
  requirePlain(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  letPass(folder, account)
  const stored = `'${folder}/%f${ending}'`
  const draft = `'${folder}/%f.part'`
  return {
    archive_mode: 'on',
    archive_timeout: lossMaximum,
    archive_command: `if test -f ${stored}; then gzip -dc ${stored} | cmp -s - '%p'; else gzip -c '%p' > ${draft} && sync ${draft} && mv ${draft} ${stored}; fi`,
  }
}

/** Settings by which PostgreSQL recovers from an archive up to a moment, and then works on in a new timeline. */
export function recoverySettings(folder: string, at: Date): Record<string, string> {
  requirePlain(folder)
  const stored = `'${folder}/%f${ending}'`
  return {
    restore_command: `test -f ${stored} && gzip -dc ${stored} > '%p'`,
    recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
    // No connection before the moment is reached: books of an earlier one would be verified, and the recovery stopped halfway.
    hot_standby: 'off',
  }
}

/** The file of the log that a backup, or what was restored from it, begins with. */
export function firstOfLog(copy: string): string | undefined {
  const label = join(copy, 'postgres', 'backup_label')
  return existsSync(label) ? /\(file ([\dA-F]{24})\)/.exec(readFileSync(label, 'utf8'))?.[1] : undefined
}

/** Deletes what no backup needs any more: the files before the one that the oldest backup begins with. Answers how many. */
export function pruneArchive(folder: string, oldestBackup: string): number {
  const first = firstOfLog(oldestBackup)
  if (first === undefined || !existsSync(folder)) return 0
  // Without the timeline, the first eight signs: what is before in one is before in all.
  const old = readdirSync(folder).filter(
    (name) => /^[\dA-F]{24}\.gz(\.age)?$/.test(name) && name.slice(8, 24) < first.slice(8),
  )
  for (const name of old) rmSync(join(folder, name), { force: true })
  return old.length
}
