// Runs in the process that reads files: unpacks a package, one file after the other.
import { unzip } from 'fflate'
import { type ImportKindName, importKindNames } from '#contract/imports/import-kinds.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TaskWork } from '#server/core/task.ts'

export type PackageInput = { data: Uint8Array; field: string }
export type PackedFile = { kind: ImportKindName; filename: string; data: Uint8Array }

/** What all files of a package hold unpacked. */
const unpackedMaximum = 300_000_000

/** Sends the files in the order in which a company moves in: the numbers in their names mean nothing. */
export default (async ({ data, field }, part) => {
  const files = Object.entries(await unpackedFiles(data, field)).map(([path, content]): PackedFile => {
    const filename = path.split('/').at(-1) ?? path
    const kind = kindOf(filename)
    if (!kind) throw new Refusal('package_file_unknown', { field, params: { name: path.slice(0, 80) } })
    return { kind, filename, data: content }
  })
  files.sort((one, other) => importKindNames.indexOf(one.kind) - importKindNames.indexOf(other.kind))
  for (const file of files) await part(file)
  return files.length
}) satisfies TaskWork<PackageInput, number, PackedFile>

const kindOf = (name: string): ImportKindName | undefined => {
  const plain = name
    .toLowerCase()
    .replace(/^\d+[-_. ]*/, '')
    .replace(/\.(csv|txt|tsv|xlsx)$/, '')
  return importKindNames.find((kind) => kind === plain.replaceAll('-', '_'))
}

const explains = (path: string) => /(^|\/)(readme[^/]*|\.ds_store)$|^__macosx\/|\/$/i.test(path)

function unpackedFiles(data: Uint8Array, field: string): Promise<Record<string, Uint8Array>> {
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
