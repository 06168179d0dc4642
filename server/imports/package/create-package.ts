import { unzip } from 'fflate'
import type { Upload } from '#contract/fields/choice.ts'
import { type ImportKindName, importKindNames, packageKind } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { createImport } from '../create-import.ts'

const field = 'import_file'
/** What all files of a package hold unpacked. */
const unpackedMaximum = 400 * 1024 * 1024

/**
 * A ZIP file of files as `exportEverything` writes them: the name of each says its kind. Each is read like an import of its own. A file
 * that is none of them is refused, and not passed over; a text that explains them may be there too.
 */
export async function createPackage(context: Context, file: Upload): Promise<number> {
  const files = await filesOf(file.data)
  const kinds = new Set<ImportKindName>()
  for (const { kind } of files) {
    if (kinds.has(kind))
      throw new Refusal('package_kind_twice', {
        field,
        params: { name: context.services.words.say(context.language, `imports:kinds.${kind}`) },
      })
    kinds.add(kind)
  }
  if (files.length === 0) throw new Refusal('import_empty', { field })
  const { id } = await context.db
    .insertInto('imports')
    .values({
      ...{ kind: packageKind, file_name: file.filename.slice(0, 200) || '-', created_by: context.session.user_id },
      ...{ heads: '[]', mapping: '[]', options: JSON.stringify(options) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  let rows_total = 0
  for (const { kind, filename, data } of files) {
    const part = await createImport(context, kind, { ...file, filename, data })
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

type PackedFile = { kind: ImportKindName; filename: string; data: Buffer }

/** In the order in which a company moves in: the numbers in their names mean nothing. */
async function filesOf(data: Uint8Array): Promise<PackedFile[]> {
  const unpacked = await unpackedFiles(data)
  const files = Object.entries(unpacked).map(([path, content]): PackedFile => {
    const filename = path.split('/').at(-1) ?? path
    const kind = kindOf(filename)
    if (!kind) throw new Refusal('package_file_unknown', { field, params: { name: path.slice(0, 80) } })
    return { kind, filename, data: Buffer.from(content) }
  })
  return files.sort((one, other) => importKindNames.indexOf(one.kind) - importKindNames.indexOf(other.kind))
}

const kindOf = (name: string): ImportKindName | undefined => {
  const plain = name
    .toLowerCase()
    .replace(/^\d+[-_. ]*/, '')
    .replace(/\.(csv|txt|tsv|xlsx)$/, '')
  return importKindNames.find((kind) => kind === plain.replaceAll('-', '_'))
}

const explains = (path: string) => /(^|\/)(readme[^/]*|\.ds_store)$|^__macosx\/|\/$/i.test(path)

function unpackedFiles(data: Uint8Array): Promise<Record<string, Uint8Array>> {
  let size = 0
  return new Promise((resolve, reject) => {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (explains(name)) return false
      size += originalSize
      return size <= unpackedMaximum
    }
    unzip(data, { filter }, (error, files) => {
      if (error) reject(new Refusal('package_not_readable', { field }))
      else if (size > unpackedMaximum) reject(new Refusal('package_too_large', { field }))
      else resolve(files)
    })
  })
}
