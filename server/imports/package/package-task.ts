// Runs in the process that reads files: unpacks a package, one file after the other.
import { unzip } from 'fflate'
import { type ImportKindName, importKindNames } from '#contract/imports/import-kinds.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TaskWork } from '#server/core/task.ts'
import type { DayBalances } from '../receipt/month-ends.ts'
import { monthEndsName, readMonthEnds } from './month-ends-file.ts'

export type PackageInput = { data: Uint8Array; field: string }
export type PackedFile = { kind: ImportKindName; filename: string; data: Uint8Array }
/** The balances to compare with. They are no records. */
export type PackedMonthEnds = { kind: 'month_ends'; days: DayBalances[] }

/** What all files of a package hold unpacked. */
const unpackedMaximum = 300_000_000

/** Sends the files in the order in which a company moves in: the numbers in their names mean nothing. */
export default (async ({ data, field }, part) => {
  const files: PackedFile[] = []
  for (const [path, content] of Object.entries(await unpackedFiles(data, field))) {
    const filename = path.split('/').at(-1) ?? path
    if (unnumbered(filename) === monthEndsName) {
      await part({ kind: 'month_ends', days: readMonthEnds(content, field) })
      continue
    }
    const kind = kindOf(filename)
    if (!kind) throw new Refusal('package_file_unknown', { field, params: { name: path.slice(0, 80) } })
    files.push({ kind, filename, data: content })
  }
  files.sort((one, other) => importKindNames.indexOf(one.kind) - importKindNames.indexOf(other.kind))
  for (const file of files) await part(file)
  return files.length
}) satisfies TaskWork<PackageInput, number, PackedFile | PackedMonthEnds>

const unnumbered = (name: string): string => name.toLowerCase().replace(/^\d+[-_. ]*/, '')

const kindOf = (name: string): ImportKindName | undefined => {
  const plain = unnumbered(name).replace(/\.(csv|txt|tsv|xlsx)$/, '')
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
