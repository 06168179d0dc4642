import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Upload } from '#contract/fields/choice.ts'
import { type ImportKindName, importKindOf } from '#contract/imports/import-kinds.ts'
import type { ImportMapping, ImportOptions } from '#contract/imports/imports.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { knownColumns } from './known-columns.ts'
import { guessColumns, headRowOf } from './reading/guess-columns.ts'
import { type FileRow, readTable } from './reading/read-table.ts'
import { requireKind } from './stored-import.ts'
import { provenOrder } from './values/days.ts'
import { provenMark } from './values/figures.ts'
import { foldWord } from './values/words.ts'

const field = 'import_file'
const headsWithin = 20

/** Stores the rows of a file as they are read, with what its columns seem to be; answers the id. */
export async function createImport(context: Context, kind: ImportKindName, file: Upload): Promise<number> {
  requireKind(context, kind)
  const reading = readTable(file.data, field)
  const first = await take(reading, provenWithin)
  if (first.length < 2) throw new Refusal('import_empty', { field })
  const known = knownColumns(context, kind)
  const at = headRowOf(
    first.slice(0, headsWithin).map(({ cells }) => cells),
    known,
  )
  const id = await insertImport(context, kind, file, (first[at] as FileRow).cells, first.slice(at + 1))
  let page = first.slice(at + 1)
  let total = 0
  do {
    await insertRows(context, id, page)
    total += page.length
    page = await take(reading, pageSize)
  } while (page.length > 0)
  if (total === 0) throw new Refusal('import_empty', { field })
  await context.db.updateTable('imports').set({ rows_total: total }).where('id', '=', id).execute()
  return id
}

const provenWithin = 1_000
const pageSize = 2_000

async function take(rows: AsyncGenerator<FileRow>, most: number): Promise<FileRow[]> {
  const taken: FileRow[] = []
  while (taken.length < most) {
    const next = await rows.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

async function insertImport(
  context: Context,
  kind: ImportKindName,
  file: Upload,
  heads: readonly string[],
  sample: readonly FileRow[],
): Promise<number> {
  const guessed = guessColumns(heads, knownColumns(context, kind))
  const stored = await storedLayout(context, kind, heads)
  const mapping: ImportMapping = importKindOf(kind).columns.map(({ key }) => ({
    column: key,
    source: guessed[key] ?? -1,
  }))
  const { id } = await context.db
    .insertInto('imports')
    .values({
      ...{ kind, file_name: file.filename.slice(0, 200) || '-', heads: JSON.stringify(heads) },
      mapping: JSON.stringify(stored?.mapping ?? mapping),
      meanings: JSON.stringify(stored?.meanings ?? []),
      options: JSON.stringify(stored?.options ?? provenOptions(sample)),
      is_remembered: stored !== undefined,
      created_by: context.session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await context.db
    .insertInto('import_files')
    .values({ import_id: id, content: Buffer.from(file.data) })
    .execute()
  return id
}

/** How figures and days are written, from what the first rows prove. */
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

/** Files of the same heads in the same order have one layout. */
export const headsHash = (heads: readonly string[]): string => hash('sha256', heads.map(foldWord).join('\n'), 'hex')

async function insertRows({ db, session }: Context, id: number, rows: readonly FileRow[]): Promise<void> {
  await sql`
    INSERT INTO import_rows (organization_id, import_id, row_number, cells)
    SELECT ${session.organization_id}, ${id}, given.number, given.cells
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (number integer, cells jsonb)`.execute(db)
}
