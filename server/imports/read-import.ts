import { sql } from 'kysely'
import { importKindOf } from '#contract/imports/import-kinds.ts'
import { type ImportMapping, importNotes } from '#contract/imports/imports.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import { wordField } from '#server/http/errors.ts'
import { headMatches } from '#server/reading/guess-columns.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { choicesInWords } from './choices-in-words.ts'
import { importChecks } from './import-checks.ts'
import type { CellIssue } from './kinds/import-kind.ts'
import { knownColumns } from './known-columns.ts'
import { isUnderWay, partsOf, type StoredImport, storedImport } from './stored-import.ts'

const user = sql<string>`(SELECT name FROM users WHERE users.organization_id = ${ownTenant} AND users.id = imports.created_by)`

export const importListing: Listing = {
  table: 'imports',
  from: (db) => db.selectFrom('imports').where('imports.package_id', 'is', null),
  select: (query) => query.selectAll('imports').select(user.as('created_by')),
}

export async function readImport(context: Context, id: number) {
  const { db, language, services } = context
  const stored = await storedImport(context, id)
  const [parts, sample, notes, creator, checks] = await Promise.all([
    stored.isPackage ? partsOf(context, id) : [],
    db.selectFrom('import_rows').select('cells').where('import_id', '=', id).orderBy('row_number').limit(5).execute(),
    stored.rows_done === 0 || stored.isWorking ? [] : notesOf(context, id),
    stored.created_by === null
      ? undefined
      : db.selectFrom('users').select('name').where('id', '=', stored.created_by).executeTakeFirst(),
    importChecks(context, stored),
  ])
  const { columns, labels } = importKindOf(stored.kind)
  const { words } = services
  const others = unusedHeads(context, stored)
  const created_by = creator?.name ?? null
  return {
    ...stored,
    created_by,
    parts: parts.map((part) => ({ ...part, created_by })),
    values: stored.meanings,
    ...checks,
    notes,
    sample: sample.map(({ cells }) => cells),
    refusal: sayRefusal(context, stored.refusal),
    is_interrupted: isUnderWay(stored.state) && !stored.isWorking,
    columns: columns.map(({ key, type, isRequired, fallback, isAskedWhereEmpty, choices }) => ({
      key,
      type,
      is_required: isRequired === true,
      fallback: fallback ?? null,
      is_asked: isAskedWhereEmpty === true,
      others: others.get(key) ?? [],
      label: words.label(language, labels, key),
      choices: choicesInWords(context, Object.keys(choices ?? {})),
    })),
  }
}

/** The heads of the file that name a column of ours, and that no column uses. */
function unusedHeads(context: Context, stored: StoredImport): ReadonlyMap<string, string[]> {
  const heads = stored.heads as string[]
  const used = new Set((stored.mapping as ImportMapping).map(({ source }) => source))
  const known = stored.isPackage ? [] : knownColumns(context, stored.kind)
  return new Map(
    known.map((one) => [
      one.column.key,
      headMatches(heads, one).flatMap((place) => (used.has(place) ? [] : (heads[place] as string))),
    ]),
  )
}

/** How many rows that were not refused have each note. */
async function notesOf({ db, session }: Context, id: number) {
  const { rows } = await sql<{ code: string; rows: number }>`
    SELECT issue ->> 'code' AS code, count(*)::integer AS rows
    FROM import_rows CROSS JOIN LATERAL jsonb_array_elements(issues) AS issue
    WHERE organization_id = ${session.organization_id} AND import_id = ${id} AND outcome <> 'refused' AND issues <> '[]'
    GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db)
  const known = new Set<string>(importNotes)
  return rows.filter(({ code }) => known.has(code))
}

function sayRefusal({ services, language }: Context, refusal: unknown): string | null {
  if (refusal === null) return null
  const { code, params } = refusal as { code: string; params: Record<string, string | number> }
  return services.words.say(language, [`refusals:${code}`, `errors:${code}`], params)
}

/** A page of rows, with each issue in the language of the request and at its cell. */
export async function listImportRows(
  context: Context,
  id: number,
  query: { page: number; per_page: number; outcome?: string },
) {
  const stored = await storedImport(context, id)
  const matching = context.db
    .selectFrom('import_rows')
    .where('import_id', '=', id)
    .$if(query.outcome !== undefined, (rows) => rows.where('outcome', '=', query.outcome as string)) as AnyQuery
  const [count, page] = await Promise.all([
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    matching
      .selectAll()
      .orderBy('row_number')
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page)
      .execute(),
  ])
  return {
    data: page.map((row) => worded(context, stored, row as StoredRow)),
    meta: { total: (count as { total: number }).total },
  }
}

export async function readImportRow(context: Context, id: number, row_number: number) {
  const stored = await storedImport(context, id)
  const row = await context.db
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('row_number', '=', row_number)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return worded(context, stored, row as StoredRow)
}

type StoredRow = { row_number: number; cells: string[]; outcome: string | null; issues: Omit<CellIssue, 'row'>[] }

function worded(
  { services, language }: Context,
  stored: StoredImport,
  { row_number, cells, outcome, issues }: StoredRow,
) {
  const { labels } = importKindOf(stored.kind)
  const sources = new Map((stored.mapping as ImportMapping).map(({ column, source }) => [column, source]))
  return {
    row_number,
    cells,
    outcome,
    issues: issues.map(({ column, code, params }) => {
      const source = column === null ? -1 : (sources.get(column) ?? -1)
      const message = wordField(column ?? '', { code, ...(params && { params }) }, services.words, language, labels)
      return { column, source: source < 0 ? null : source, code, message }
    }),
  }
}
