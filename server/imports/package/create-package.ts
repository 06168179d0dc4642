import type { Upload } from '#contract/fields/choice.ts'
import { packageKind } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { taskAt } from '#server/core/task.ts'
import type { ForeignTable } from '#server/reading/foreign-table.ts'
import { createImport, importTable } from '../create-import.ts'
import type { DayBalances } from '../receipt/month-ends.ts'
import { monthEndsText } from './month-ends-file.ts'
import type { PackageInput, PackedFile, PackedMonthEnds } from './package-task.ts'

const field = 'import_file'

const packageTask = taskAt<PackageInput, number, PackedFile | PackedMonthEnds>(
  new URL('./package-task.ts', import.meta.url),
)

export type ReadPart = PackedFile & { table: ForeignTable }
export type ReadPackage = { parts: ReadPart[]; monthEnds: DayBalances[] | null }

/**
 * A ZIP file of files as `exportEverything` writes them: the name of each says its kind. Each is read like an import of its own. A file
 * that is none of them is refused, and not passed over; a text that explains them may be there too.
 */
export async function readPackage(context: Omit<Context, 'db'>, file: Upload): Promise<ReadPackage> {
  const files: PackedFile[] = []
  let monthEnds: DayBalances[] | null = null
  const input = { data: file.data, field }
  const { services, session } = context
  await services.files.read(session.organization_id, packageTask, input, (one) => {
    if (one.kind === 'month_ends') monthEnds = one.days
    else files.push(one)
  })
  const kinds = new Set<string>()
  for (const { kind } of files) {
    if (kinds.has(kind))
      throw new Refusal('package_kind_twice', {
        field,
        params: { name: services.words.say(context.language, `imports:kinds.${kind}`) },
      })
    kinds.add(kind)
  }
  if (files.length === 0) throw new Refusal('import_empty', { field })
  const parts: ReadPart[] = []
  for (const one of files) {
    const { filename, data, kind } = one
    parts.push({ ...one, table: await importTable(context, kind, { ...file, filename, data: Buffer.from(data) }) })
  }
  return { parts, monthEnds }
}

export async function createPackage(
  context: Context,
  file: Upload,
  { parts, monthEnds }: ReadPackage,
): Promise<number> {
  const { id } = await context.db
    .insertInto('imports')
    .values({
      kind: packageKind,
      file_name: file.filename.slice(0, 200) || '-',
      created_by: context.session.user_id,
      heads: '[]',
      mapping: '[]',
      options: JSON.stringify(options),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Of a package the stored file is what it is compared with after the import.
  if (monthEnds) {
    const content = Buffer.from(monthEndsText(monthEnds))
    await context.db.insertInto('import_files').values({ import_id: id, content }).execute()
  }
  let rows_total = 0
  for (const { kind, filename, data, table } of parts) {
    const part = await createImport(context, kind, { ...file, filename, data: Buffer.from(data) }, table)
    const { rows_total: own } = await context.db
      .updateTable('imports')
      .set({ package_id: id })
      .where('id', '=', part)
      .returning('rows_total')
      .executeTakeFirstOrThrow()
    rows_total += own
  }
  await context.db.updateTable('imports').set({ rows_total }).where('id', '=', id).execute()
  return id
}

const options = { duplicates: 'skip', day_order: 'dmy', decimal_mark: '.', create_missing: false }
