import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput } from '#contract/reports/sheet.ts'
import type { Context } from '#server/core/context.ts'
import { daysOf } from '../framework/date-range.ts'
import { column, sheetOf, word } from '../framework/sheet.ts'

type Query = z.output<(typeof reports.entryDigests)['calls']['show']['query']>
type DigestRow = { day: string; first: number; last: number; digest: string }
type SealProgress = { sealed: number; posted: number }

const columns = [
  column('day', 'label'),
  column('entries', 'count'),
  column('first_entry', 'code'),
  column('last_entry', 'code'),
  column('digest', 'code'),
]

/**
 * The digest of each day: the hash of its last entry, which covers every entry up to it (accounting rule 4.4). The
 * newest comes first; stored elsewhere, it proves later that nothing before it was altered.
 */
export async function showEntryDigests(context: Context, query: Query): Promise<SheetInput> {
  const { from, to } = await daysOf(context, query)
  const [digests, { sealed, posted }] = await Promise.all([digestsOf(context, from, to), standingOf(context)])
  const rows = digests.map(({ day, first, last, digest }) => ({
    key: day,
    style: 'line' as const,
    level: 1,
    label: { name: day },
    // Numbers of entries are names, not quantities.
    texts: { digest, first_entry: String(first), last_entry: String(last) },
    figures: { entries: String(last - first + 1) },
  }))
  const waiting = posted - sealed
  const notes: SheetInput['notes'] = [
    ...(sealed > 0 ? [{ word: 'notes.sealed_up_to', params: { number: sealed } }] : []),
    ...(waiting > 0 ? [{ word: 'notes.waiting_to_be_sealed', params: { count: waiting } }] : []),
    ...(digests[0]?.day === context.today ? [{ word: 'notes.digest_so_far', params: {} }] : []),
  ]
  return sheetOf({ from, to }, columns, rows, { notes, subject: word('entry_digests.subject') })
}

/**
 * Each day by two looks into its index, however many entries it has. Asked as a range: of one day the planner would take the
 * order of numbers for the shorter way, and seek a day without entries in all of them.
 */
async function digestsOf({ db, session, today }: Context, from: string, to: string): Promise<DigestRow[]> {
  const own = session.organization_id
  const { rows } = await sql<DigestRow>`
    SELECT days.day, earliest.entry_number AS first, latest.entry_number AS last, encode(latest.sha256, 'hex') AS digest
    FROM (SELECT day::date AS day FROM generate_series(least(${to}::date, ${today}::date), ${from}::date, interval '-1 day') AS day) AS days
    CROSS JOIN LATERAL (SELECT entry_number, sha256 FROM journal_entry_hashes
      WHERE organization_id = ${own} AND day >= days.day AND day < days.day + 1 ORDER BY day DESC, entry_number DESC LIMIT 1) AS latest
    CROSS JOIN LATERAL (SELECT entry_number FROM journal_entry_hashes
      WHERE organization_id = ${own} AND day >= days.day AND day < days.day + 1 ORDER BY day, entry_number LIMIT 1) AS earliest
    ORDER BY 1 DESC`.execute(db)
  return rows
}

async function standingOf({ db, session }: Context): Promise<SealProgress> {
  const { rows } = await sql<SealProgress>`
    SELECT coalesce(max(next_number) FILTER (WHERE kind = 'entry_hash'), 1) - 1 AS sealed,
      coalesce(max(next_number) FILTER (WHERE kind = 'entry'), 1) - 1 AS posted
    FROM number_series WHERE organization_id = ${session.organization_id} AND kind IN ('entry', 'entry_hash') AND scope = ''`.execute(
    db,
  )
  return rows[0] as SealProgress
}
