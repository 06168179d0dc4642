import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import type { Sealing } from '#server/db/embedded/copy.ts'
import { StartRefusal } from '#server/start-refusal.ts'

/** The state of an organisation's ledger: its first entries, their sums, and a hash over all balances. */
const sums = z.object({
  organization_id: z.number(),
  entries: z.number(),
  debit: z.string(),
  credit: z.string(),
  accounts_sha256: z.string(),
})
const path = z.string().refine((text) => !text.split(/[\\/]/).includes('..') && !text.startsWith('/'))
const manifest = z.object({
  format: z.literal('mizan-backup-1'),
  version: z.string(),
  postgres: z.string(),
  made_at: z.string(),
  trial_balances: z.array(sums),
  /** What was broken in the original: rows by the name of the invariant. */
  broken: z.record(z.string(), z.number()).optional(),
  folders: z.array(path),
  files: z.array(z.object({ path, size: z.number(), sha256: z.string(), is_plain: z.boolean().optional() })),
})
export type Sums = z.infer<typeof sums>
export type Manifest = z.infer<typeof manifest>

export const manifestName = 'manifest.json'
/** The manifest of an encrypted backup: it names every organisation's sums. */
export const sealedManifestName = 'manifest.json.age'
const partialEnding = '.partial'
const nameOfBackup = /^\d{4}-\d\d-\d\dT[\d-]+Z$/

/** The complete backups in a folder, the oldest first: one without a manifest is none. */
export function completeBackups(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => nameOfBackup.test(name) && isComplete(join(folder, name))).sort()
}

export const isComplete = (backup: string): boolean => existsSync(join(backup, manifestName)) || isEncrypted(backup)

export const isEncrypted = (backup: string): boolean => existsSync(join(backup, sealedManifestName))

/** Incomplete backups, and partly deleted ones. */
export function partialBackups(folder: string): string[] {
  const isPartial = (name: string) =>
    name.endsWith(partialEnding) && nameOfBackup.test(name.slice(0, -partialEnding.length))
  return readdirSync(folder).filter(isPartial)
}

/** `1 organisation`, `2 organisations`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function partialName(backup: string): string {
  return `${backup}${partialEnding}`
}

export function backupName(now: Date): string {
  return now.toISOString().replace(/[:.]/g, '-')
}

export async function readManifest(backup: string, sealing: Sealing | undefined): Promise<Manifest> {
  const name = isEncrypted(backup) ? sealedManifestName : manifestName
  const bytes = readFileSync(join(backup, name))
  const text = isEncrypted(backup) ? await opened(backup, bytes, sealing) : bytes.toString('utf8')
  try {
    return manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new StartRefusal(`${join(backup, name)} is damaged or of another version of Mizan.`, { cause: error })
  }
}

async function opened(backup: string, bytes: Buffer, sealing: Sealing | undefined): Promise<string> {
  if (!sealing) throw new StartRefusal(`${backup} is encrypted: say --key FILE, or set BACKUP_KEY.`)
  try {
    return await new Response(await sealing.open(new Blob([new Uint8Array(bytes)]).stream())).text()
  } catch (error) {
    const isOther = /no identity matched/.test((error as Error).message)
    throw new StartRefusal(
      isOther ? `${backup} is encrypted with another key.` : `${join(backup, sealedManifestName)} is damaged.`,
      { cause: error },
    )
  }
}

/** The manifest as it is written: its name and its bytes. */
export async function manifestFile(content: Manifest, sealing: Sealing | undefined): Promise<[string, Uint8Array]> {
  const bytes = Buffer.from(`${JSON.stringify(content, null, 1)}\n`)
  if (!sealing) return [manifestName, bytes]
  const sealed = await sealing.seal(new Blob([bytes]).stream())
  return [sealedManifestName, new Uint8Array(await new Response(sealed).arrayBuffer())]
}

/**
 * The sums of each organisation up to its last entry, or up to the last entry of the given ones: entry numbers are committed in order, without gaps, and an entry never changes.
 */
export async function readTrialBalances(client: pg.Client, recorded?: readonly Sums[]): Promise<Sums[]> {
  const upTo = recorded?.map(({ organization_id, entries }) => ({ organization_id, entries }))
  const { rows } = await client.query(
    `WITH up_to AS (SELECT * FROM jsonb_to_recordset($1) AS given (organization_id bigint, entries bigint)),
     accounts AS (
       SELECT entry.organization_id, line.account_id, max(entry.entry_number) AS entries, sum(line.debit) AS debit, sum(line.credit) AS credit
       FROM journal_entries AS entry
       JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
       LEFT JOIN up_to ON up_to.organization_id = entry.organization_id
       WHERE $1::jsonb IS NULL OR entry.entry_number <= up_to.entries
       GROUP BY entry.organization_id, line.account_id)
     SELECT organization_id::int, max(entries)::int AS entries, sum(debit)::text AS debit, sum(credit)::text AS credit,
       encode(sha256(convert_to(string_agg(concat_ws(' ', account_id, debit, credit), ',' ORDER BY account_id), 'UTF8')), 'hex') AS accounts_sha256
     FROM accounts GROUP BY organization_id ORDER BY organization_id`,
    [upTo ? JSON.stringify(upTo) : null],
  )
  return z.array(sums).parse(rows)
}
