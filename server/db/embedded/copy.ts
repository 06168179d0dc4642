import { createHash } from 'node:crypto'
import { chmod, chown, type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './binaries.ts'

/** Size and hash are those of the original. `is_plain`: not encrypted in an encrypted copy. */
export type CopiedFile = { path: string; size: number; sha256: string; is_plain?: boolean | undefined }
type Bytes = ReadableStream<Uint8Array>
/** Encrypts and decrypts the bytes of a file on their way. Bytes that were changed, or that have another key, do not open. */
export type Sealing = { seal(bytes: Bytes): Promise<Bytes>; open(bytes: Bytes): Promise<Bytes> }
type Change = Sealing['seal']
/** Paths are relative to the folder that is copied, with a slash on every system. */
export type CopyList = { folders: string[]; files: CopiedFile[] }

const chunk_bytes = 1 << 20
const rest_bytes = 4096

/**
 * Copies one file to disk and hashes what it read; undefined when the file is gone, as files of a running database may be.
 * Owner and mode are those of the original unless given.
 */
export async function copyFile(
  from: string,
  to: string,
  given: { owner?: Account | undefined; mode?: number; seal?: Change | undefined; open?: Change | undefined } = {},
): Promise<Omit<CopiedFile, 'path'> | undefined> {
  const source = await open(from, 'r').catch(undefinedWhenGone)
  if (!source) return undefined
  try {
    const facts = await source.stat()
    const target = await open(to, 'wx', 0o600)
    try {
      const copied = await copyBytes(source, facts.size, target, given)
      const owner = given.owner ?? facts
      if (process.getuid?.() === 0) await target.chown(owner.uid, owner.gid)
      await target.chmod(given.mode ?? facts.mode & 0o777)
      await target.sync()
      return copied
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function copyBytes(
  source: FileHandle,
  expected_bytes: number,
  target: FileHandle,
  { seal, open }: { seal?: Change | undefined; open?: Change | undefined },
): Promise<Omit<CopiedFile, 'path'>> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const read = chunksOf(source, expected_bytes)
  const sealed = seal && (await seal(ReadableStream.from(measured(read))))
  const out = sealed ?? measured(open ? await open(ReadableStream.from(read)) : read)
  for await (const chunk of out) await target.writeFile(chunk)
  return { size, sha256: hash.digest('hex') }
}

async function* chunksOf(source: FileHandle, expected_bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    // A buffer of its own each time: a stream may still hold the one before. No larger than what is left: most files of
    // a database are small, and a mebibyte for each kept the garbage collector busy for half of a copy. A file may grow.
    const wanted = Math.min(chunk_bytes, Math.max(expected_bytes - at, rest_bytes))
    const { bytesRead, buffer } = await source.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

type Tree = {
  from: string
  to: string
  list: CopyList
  skips?: (path: string) => boolean
  sealing?: Sealing | undefined
}

/** Copies `path`, a file or a folder with all that is in it, and adds it to the list. */
export async function copyTree(tree: Tree, path: string): Promise<void> {
  const { from, to, list, skips, sealing } = tree
  if (skips?.(path)) return
  const facts = await lstat(join(from, path)).catch(undefinedWhenGone)
  if (facts?.isDirectory()) {
    await makeFolderLike(facts, join(to, path))
    list.folders.push(path)
    const names = (await readdir(join(from, path)).catch(undefinedWhenGone)) ?? []
    for (const name of names.sort()) await copyTree(tree, `${path}/${name}`)
  } else if (facts?.isFile()) {
    const copied = await copyFile(join(from, path), join(to, path), { seal: sealing?.seal })
    if (copied) list.files.push({ path, ...copied })
  }
}

async function makeFolderLike(facts: Account & { mode: number }, path: string): Promise<void> {
  await mkdir(path)
  if (process.getuid?.() === 0) await chown(path, facts.uid, facts.gid)
  await chmod(path, facts.mode & 0o777)
}

function undefinedWhenGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
