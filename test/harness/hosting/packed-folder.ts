import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { findAccount } from '#server/db/embedded/binaries.ts'

/** Folders by their paths, and files with the sha256 of their content; `contents` follow each other in the order of `sizes`. */
type Index = { folders: string[]; files: [path: string, sha256: string][]; sizes: [sha256: string, bytes: number][] }

/** One file of a whole folder. Equal files, of which a PostgreSQL cluster has many, are in it once. */
export function packFolder(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) => relative(folder, join(entry.parentPath, entry.name))
  const contents = new Map<string, Buffer>()
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const content = readFileSync(join(folder, pathOf(entry)))
      const sha256 = createHash('sha256').update(content).digest('hex')
      contents.set(sha256, content)
      return [pathOf(entry), sha256]
    })
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf)
  const sizes = [...contents].map(([sha256, content]): [string, number] => [sha256, content.length])
  const head = Buffer.from(`${JSON.stringify({ folders, files, sizes } satisfies Index)}\n`)
  return brotliCompressSync(Buffer.concat([head, ...contents.values()]), {
    params: {
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 26,
      [constants.BROTLI_PARAM_QUALITY]: 11,
    },
  })
}

/** Unpacks a data folder. Its database belongs to the user that PostgreSQL runs as. */
export function unpackDataFolder(packed: Buffer, folder: string): void {
  const bytes = brotliDecompressSync(packed, { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } })
  const start = bytes.indexOf('\n') + 1
  const { folders, files, sizes } = JSON.parse(bytes.toString('utf8', 0, start)) as Index
  const contents = new Map<string, Buffer>()
  let at = start
  for (const [sha256, size] of sizes) {
    contents.set(sha256, bytes.subarray(at, at + size))
    at += size
  }
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
  for (const [path, sha256] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), contents.get(sha256) as Buffer, { mode: 0o600 })
  }
  const account = findAccount()
  if (!account) return
  for (const path of ['postgres', ...folders, ...files.map(([name]) => name)])
    if (path === 'postgres' || path.startsWith('postgres/')) chownSync(join(folder, path), account.uid, account.gid)
}
