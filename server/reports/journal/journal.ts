import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { recordedBy } from '#server/journal/as-recorded.ts'
import { beside, sourceKind, sourceNumbers } from '../account-statement/statement-rows.ts'
import { readCursor, spellCursor } from '../account-statement/statement-scope.ts'
import { daysOf } from '../framework/date-range.ts'
import { entryLabel, sourceLink, wordsOf } from '../framework/entry-words.ts'
import { requireFilters } from '../framework/require-filters.ts'
import { column, named, sheetOf, word } from '../framework/sheet.ts'
import { sumSegments } from '../statements/sum-balances.ts'

type Query = z.output<(typeof reports.journal)['calls']['show']['query']>
type Scope = Query & { from: string; to: string }
type EntryRow = {
  id: number
  entry_number: number
  entry_date: string
  kind: string
  source: string
  source_kind: string | null
  source_id: number | null
  number: string | null
  /** The number of the entry it takes back. */
  reversed: number | null
  description: string | null
  total_debit: string
  posted_by: string | null
}
type LineRow = {
  entry_id: number
  line_number: number
  account_number: string
  name: string
  name_en: string | null
  party: string | null
  party_en: string | null
  branch: string
  branch_en: string | null
  description: string | null
  debit: string
  credit: string
}

/** Every entry with its lines, by its number (accounting rule 5.3); a page is so many entries, never half of one. */
export async function showJournal(context: Context, query: Query, limit: number): Promise<SheetInput> {
  const [, { branch_id }, { from, to }] = await Promise.all([
    requireRows(context.db, { user_id: ['users', query.user_id] }),
    requireFilters(context, query),
    daysOf(context, query),
  ])
  const scope = { ...query, branch_id, from, to }
  // An entry has several rows: as many entries as fit, and at least some.
  const most = Math.max(20, Math.floor(limit / 4))
  const found = await entriesOf(context, scope, most + 1)
  const entries = found.slice(0, most)
  const last = entries.at(-1)
  const next = found.length > most && last ? last : null
  const lines = Map.groupBy(
    await linesOf(
      context,
      entries.map(({ id }) => id),
    ),
    (line) => line.entry_id,
  )
  const rows = entries.flatMap((entry) => [headRow(entry), ...(lines.get(entry.id) ?? []).map(lineRow)])
  const sums = next ? null : await totalOf(context, scope)
  const gaps = next ? [] : await gapNotes(context)
  return sheetOf({ from, to }, columns, [...rows, ...(sums && rows.length > 0 ? [totalRow(sums)] : [])], {
    next: next && spellCursor({ date: next.entry_date, entry_id: next.entry_number, line_number: 0 }),
    ...(sums && { difference: text(decimal(sums.debit).minus(sums.credit)) }),
    notes: gaps,
  })
}

const columns = [
  column('entry_number', 'code'),
  column('date', 'date'),
  column('entry', 'label'),
  column('account_number', 'code'),
  column('description', 'text'),
  column('party', 'text'),
  column('branch', 'text'),
  column('posted_by', 'text'),
  column('debit', 'amount'),
  column('credit', 'amount'),
]

const headRow = (entry: EntryRow): SheetRow => ({
  key: `entry:${entry.id}`,
  style: 'group',
  level: 1,
  label: entryLabel(entry),
  figures: {},
  texts: {
    entry_number: String(entry.entry_number),
    date: entry.entry_date,
    description: wordsOf(entry),
    posted_by: entry.posted_by,
  },
  link: sourceLink(entry),
})

const lineRow = (line: LineRow): SheetRow => ({
  key: `${line.entry_id}.${line.line_number}`,
  style: 'line',
  level: 2,
  label: named(line),
  texts: {
    account_number: line.account_number,
    description: line.description,
    party: line.party === null ? null : { name: line.party, name_en: line.party_en },
    branch: { name: line.branch, name_en: line.branch_en },
  },
  figures: { debit: line.debit, credit: line.credit },
})

const totalRow = (figures: { debit: string; credit: string }): SheetRow => ({
  key: 'total',
  style: 'total',
  level: 1,
  label: word('lines.total'),
  texts: {},
  figures,
})

/** Entries of the range that meet the filters, as conditions on `entry`. */
function conditions({ session }: Context, { from, to, kind, user_id, branch_id, as_known_at }: Scope) {
  const ofKind = kind ? sql`AND entry.kind = ${kind}` : sql``
  const byUser = user_id ? sql`AND entry.posted_by = ${user_id}` : sql``
  const inBranch = branch_id
    ? sql`AND EXISTS (SELECT 1 FROM journal_lines AS line WHERE line.organization_id = ${session.organization_id} AND line.entry_id = entry.id AND line.branch_id = ANY (${branch_id}::bigint[]))`
    : sql``
  return sql`entry.organization_id = ${session.organization_id} AND entry.entry_date BETWEEN ${from}::date AND ${to}::date ${ofKind} ${byUser} ${inBranch} ${recordedBy(as_known_at, sql`entry.posted_at`)}`
}

/**
 * A page is the lowest numbers of all days of the range: each day says its lowest number by the index, only the days that
 * come first in that can give rows to the page, and of each of them at most a page is read.
 */
async function entriesOf(context: Context, scope: Scope, limit: number): Promise<EntryRow[]> {
  const organization = context.session.organization_id
  const after = scope.after ? readCursor(scope.after).entry_id : 0
  const next = (columns: RawBuilder<unknown>, most: number) => sql`
    SELECT ${columns} FROM journal_entries AS entry
    WHERE ${conditions(context, scope)} AND entry.entry_date = days.day AND entry.entry_number > ${after} ORDER BY entry.entry_number LIMIT ${most}`
  const { rows } = await sql<EntryRow>`
    WITH days AS MATERIALIZED (
      SELECT day::date FROM generate_series(
        greatest(${scope.from}::date, (SELECT min(entry_date) FROM journal_entries WHERE organization_id = ${organization})),
        least(${scope.to}::date, (SELECT max(entry_date) FROM journal_entries WHERE organization_id = ${organization})), interval '1 day') AS day),
    first AS MATERIALIZED (
      SELECT days.day FROM days CROSS JOIN LATERAL (${next(sql`entry.entry_number`, 1)}) AS lowest ORDER BY lowest.entry_number LIMIT ${limit}),
    page AS MATERIALIZED (
      SELECT found.id FROM first AS days CROSS JOIN LATERAL (${next(sql`entry.id, entry.entry_number`, limit)}) AS found
      ORDER BY found.entry_number LIMIT ${limit})
    SELECT entry.id, entry.entry_number, entry.entry_date, entry.kind, entry.source, entry.source_id, entry.description, entry.total_debit,
      original.entry_number AS reversed,
      coalesce(document.number, payment.number, manual.number) AS number, ${sourceKind} AS source_kind, person.name AS posted_by
    FROM page
    ${beside('journal_entries', 'entry', organization, sql`page.id`)}
    ${beside('journal_entries', 'original', organization, sql`entry.reverses_id`)}
    ${sourceNumbers(organization)}
    ${beside('users', 'person', organization, sql`entry.posted_by`)}
    ORDER BY entry.entry_number`.execute(context.db)
  return rows
}

async function linesOf({ db, session }: Context, entries: readonly number[]): Promise<LineRow[]> {
  const organization = session.organization_id
  const { rows } = await sql<LineRow>`
    SELECT line.entry_id, line.line_number, line.debit, line.credit, line.description, account.number AS account_number, account.name, account.name_en,
      party.name AS party, party.name_en AS party_en, branch.name AS branch, branch.name_en AS branch_en
    FROM journal_lines AS line
    ${beside('accounts', 'account', organization, sql`line.account_id`)}
    ${beside('branches', 'branch', organization, sql`line.branch_id`)}
    ${beside('parties', 'party', organization, sql`line.party_id`)}
    WHERE line.organization_id = ${organization} AND line.entry_id = ANY (${entries}::bigint[])
    -- As it is written by hand: what is debited first.
    ORDER BY line.entry_id, line.credit > 0, line.line_number`.execute(db)
  return rows
}

/** Debit and credit of all entries that match the filters; without filters, of the materialized balances. */
async function totalOf(context: Context, scope: Scope): Promise<{ debit: string; credit: string }> {
  if (!scope.kind && !scope.user_id && !scope.branch_id) {
    const { from, to, as_known_at: known_at } = scope
    const inRange = (await sumSegments(context, { cuts: [from, addDays(to, 1)], known_at })).filter(
      ({ segment }) => segment === 1,
    )
    return {
      debit: text(sum(inRange.map(({ debit }) => debit))),
      credit: text(sum(inRange.map(({ credit }) => credit))),
    }
  }
  const { rows } = await sql<{ debit: string; credit: string }>`
    SELECT coalesce(sum(entry.total_debit), 0) AS debit, coalesce(sum(entry.total_debit), 0) AS credit
    FROM journal_entries AS entry WHERE ${conditions(context, scope)}`.execute(context.db)
  return rows[0] ?? { debit: '0', credit: '0' }
}

/** The numbers of all entries run from one without a gap: counted, and the highest. Nothing to say before the first. */
async function gapNotes({ db, session }: Context): Promise<SheetInput['notes']> {
  const { rows } = await sql<{ counted: number; highest: number }>`
    SELECT count(*) AS counted, coalesce(max(entry_number), 0) AS highest FROM journal_entries WHERE organization_id = ${session.organization_id}`.execute(
    db,
  )
  const { counted, highest } = rows[0] ?? { counted: 0, highest: 0 }
  if (counted === 0) return []
  return counted === highest
    ? [{ word: 'notes.no_gap', params: { highest } }]
    : [{ word: 'notes.gap', params: { highest, missing: highest - counted } }]
}
