import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Upload } from '#contract/fields/choice.ts'
import { type ImportKindName, importKindOf } from '#contract/imports/import-kinds.ts'
import type { ImportMapping, ImportOptions } from '#contract/imports/imports.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { FileRow } from '#server/reading/file-row.ts'
import { type ForeignTable, readForeignTable } from '#server/reading/foreign-table.ts'
import { findHeads, headsAt } from '#server/reading/head-rows.ts'
import { type JoinedNames, joinedNames } from '#server/reading/joined-names.ts'
import { provenOrder } from '#server/reading/values/days.ts'
import { provenMark } from '#server/reading/values/figures.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { guessMapping } from './guess-mapping.ts'
import { knownColumns } from './known-columns.ts'
import { namedWidth } from './layout.ts'
import { requireKind, type StoredImport, storedImport } from './stored-import.ts'

const field = 'import_file'
const headsWithin = 20

/** The table of an uploaded file, read before the transaction begins: a long file never occupies a connection. */
export function importTable(context: Reader, kind: ImportKindName, file: Upload): Promise<ForeignTable> {
  requireKind(context, kind)
  const choose = { columns: knownColumns(context, kind) }
  return readForeignTable(context, { data: file.data, field, choose })
}
type Reader = Omit<Context, 'db'>

/** Stores the rows of a file, with a guess of its columns. Returns the id. */
export async function createImport(
  context: Context,
  kind: ImportKindName,
  file: Upload,
  table: ForeignTable,
): Promise<number> {
  requireKind(context, kind)
  const reading = table.rows()
  const start = await readStart(context, kind, reading)
  const { id } = await context.db
    .insertInto('imports')
    .values({
      kind,
      file_name: file.filename.slice(0, 200) || '-',
      created_by: context.session.user_id,
      ...start.layout,
      sheet: table.sheet,
      sheets: JSON.stringify(table.sheets),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await context.db
    .insertInto('import_files')
    .values({ import_id: id, content: Buffer.from(file.data) })
    .execute()
  await storeRows(context, id, start, reading)
  return id
}

/** The chosen sheet of the stored file; NULL is the one that was read. */
export async function sheetTable(context: Reader, id: number, asked: string | null): Promise<ForeignTable> {
  const file = await inTenant(context.services.pool, context.session.organization_id, 'read', async (db) => {
    const stored = await storedImport({ ...context, db }, id)
    if (stored.isPackage) return undefined
    const row = await db.selectFrom('import_files').select('content').where('import_id', '=', id).executeTakeFirst()
    return row && { data: row.content, sheet: asked ?? stored.sheet }
  })
  if (!file) throw new Refusal('not_found')
  const choose = file.sheet === null ? ({ filled: true } as const) : { sheet: file.sheet }
  return readForeignTable(context, { data: file.data, field, choose })
}

/** Replaces the rows with those of another sheet of the workbook. Corrections of the earlier rows are lost. */
export async function chooseSheet(context: Context, stored: StoredImport, table: ForeignTable) {
  if (table.sheet !== stored.sheet) await readAgain(context, stored, table, null)
}

/** Reads the file from another row of heads. Corrections of the earlier rows are lost. */
export async function chooseHeads(context: Context, stored: StoredImport, table: ForeignTable, head_row: number) {
  if (head_row !== stored.head_row) await readAgain(context, stored, table, head_row)
}

async function readAgain(
  context: Context,
  { id, kind }: StoredImport,
  { rows, sheet }: ForeignTable,
  head_row: number | null,
): Promise<void> {
  const reading = rows()
  const start = await readStart(context, kind, reading, head_row)
  await context.db.deleteFrom('import_rows').where('import_id', '=', id).execute()
  const none = { rows_done: 0, rows_new: 0, rows_changed: 0, rows_skipped: 0, rows_refused: 0 }
  await context.db
    .updateTable('imports')
    .set({ ...start.layout, ...none, sheet, state: 'mapped', refusal: null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await storeRows(context, id, start, reading)
}

const provenWithin = 1_000
const pageSize = 2_000

function take(rows: Generator<FileRow>, most: number): FileRow[] {
  const taken: FileRow[] = []
  while (taken.length < most) {
    const next = rows.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

const cellsOf = (rows: readonly FileRow[]) => rows.map(({ cells }) => cells)

/** The first rows below the headings, and the layout that they suggest. */
async function readStart(
  context: Context,
  kind: ImportKindName,
  reading: Generator<FileRow>,
  head_row: number | null = null,
) {
  const first = take(reading, provenWithin)
  if (first.length < 2) throw new Refusal('import_empty', { field })
  const known = knownColumns(context, kind)
  const top = cellsOf(first.slice(0, headsWithin))
  const chosen = head_row === null ? -1 : first.findIndex(({ number }) => number === head_row)
  if (head_row !== null && (chosen < 0 || chosen >= headsWithin))
    throw new Refusal('import_head_row_unknown', { field: 'head_row', params: { number: headsWithin } })
  const found = chosen < 0 ? findHeads(top, known) : headsAt(top, chosen, known)
  const { at } = found
  const joined = joinedNames(found.labels, known)
  const added = joined ? [joined.head] : []
  const [heads, labels] = [
    [...found.heads, ...added],
    [...found.labels, ...added],
  ]
  const { number } = first[at] as FileRow
  const rows = first.slice(at + 1).map((row) => joined?.row(row) ?? row)
  if (rows.length === 0) throw new Refusal('import_empty', { field: head_row === null ? field : 'head_row' })
  const stored = await storedLayout(context, kind, heads)
  const layout = {
    heads: JSON.stringify(heads),
    mapping: JSON.stringify(
      stored
        ? completed(stored.mapping as ImportMapping, kind)
        : guessMapping(kind, { heads, labels, rows: cellsOf(rows) }, known),
    ),
    meanings: JSON.stringify(stored?.meanings ?? []),
    options: JSON.stringify(stored?.options ?? provenOptions(rows)),
    is_remembered: stored !== undefined,
    head_row: number,
  }
  return { heads, rows, layout, joined }
}

/** A remembered mapping, with the columns that were added to the kind since. */
function completed(mapping: ImportMapping, kind: ImportKindName): ImportMapping {
  const known = new Set(mapping.map(({ column }) => column))
  const later = importKindOf(kind).columns.filter(({ key }) => !known.has(key))
  return [...mapping, ...later.map(({ key }) => ({ column: key, source: -1 }))]
}

type Start = { heads: readonly string[]; rows: FileRow[]; joined: JoinedNames | null }

/** A column without a heading has an empty one, so that it can be mapped too. */
async function storeRows(context: Context, id: number, start: Start, reading: Generator<FileRow>): Promise<void> {
  const heads = [...start.heads]
  let page = start.rows
  let total = 0
  do {
    await insertRows(context, id, page)
    total += page.length
    const width = Math.max(0, ...page.map(({ cells }) => cells.length))
    while (heads.length < width) heads.push('')
    page = take(reading, pageSize).map((row) => start.joined?.row(row) ?? row)
  } while (page.length > 0)
  if (total === 0) throw new Refusal('import_empty', { field })
  await context.db
    .updateTable('imports')
    .set({ rows_total: total, heads: JSON.stringify(heads) })
    .where('id', '=', id)
    .execute()
}

/** The notation of numbers and dates, as the first rows show it. */
function provenOptions(data: readonly FileRow[]): ImportOptions {
  const cells = data.flatMap((row) => row.cells)
  return {
    duplicates: 'skip',
    day_order: provenOrder(cells) ?? 'dmy',
    decimal_mark: provenMark(cells) ?? '.',
    create_missing: false,
  }
}

const storedLayout = ({ db }: Context, kind: ImportKindName, heads: readonly string[]) =>
  db
    .selectFrom('import_layouts')
    .select(['mapping', 'meanings', 'options'])
    .where('kind', '=', kind)
    .where('heads_hash', '=', headsHash(heads))
    .executeTakeFirst()

/** Files with the same headings in the same order share one layout. */
export const headsHash = (heads: readonly string[]): string =>
  hash('sha256', heads.slice(0, namedWidth(heads)).map(foldWord).join('\n'), 'hex')

async function insertRows({ db, session }: Context, id: number, rows: readonly FileRow[]): Promise<void> {
  await sql`
    INSERT INTO import_rows (organization_id, import_id, row_number, cells)
    SELECT own.organization_id, ${id}::bigint, given.number, given.cells
    FROM organizations AS own CROSS JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (number integer, cells jsonb)
    WHERE own.organization_id = ${session.organization_id}`.execute(db)
}
