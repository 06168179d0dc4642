import { createHash } from 'node:crypto'
import { chmod, chown, type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './binaries.ts'

export type CopiedFile = { path: string; size: number; sha256: string }
/** Paths are relative to the folder that is copied, with a slash on every system. */
export type CopyList = { folders: string[]; files: CopiedFile[] }

const chunk_bytes = 1 << 20

/**
 * Copies one file to disk and hashes what it read; undefined when the file is gone, as files of a running database may be.
 * Owner and mode are those of the original unless given.
 */
export async function copyFile(
  from: string,
  to: string,
  given: { owner?: Account | undefined; mode?: number } = {},
): Promise<Omit<CopiedFile, 'path'> | undefined> {
  const source = await open(from, 'r').catch(undefinedWhenGone)
  if (!source) return undefined
  try {
    const facts = await source.stat()
    const target = await open(to, 'wx', 0o600)
    try {
      const copied = await copyBytes(source, target)
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

async function copyBytes(source: FileHandle, target: FileHandle): Promise<Omit<CopiedFile, 'path'>> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunk_bytes)
  for (let size = 0; ; ) {
    const { bytesRead } = await source.read(buffer, 0, chunk_bytes, size)
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') }
    const bytes = buffer.subarray(0, bytesRead)
    hash.update(bytes)
    await target.writeFile(bytes)
    size += bytesRead
  }
}

type Tree = { from: string; to: string; list: CopyList; skips?: (path: string) => boolean }

/** Copies `path`, a file or a folder with all that is in it, and adds it to the list. */
export async function copyTree(tree: Tree, path: string): Promise<void> {
  const { from, to, list, skips } = tree
  if (skips?.(path)) return
  const facts = await lstat(join(from, path)).catch(undefinedWhenGone)
  if (facts?.isDirectory()) {
    await makeFolderLike(facts, join(to, path))
    list.folders.push(path)
    const names = (await readdir(join(from, path)).catch(undefinedWhenGone)) ?? []
    for (const name of names.sort()) await copyTree(tree, `${path}/${name}`)
  } else if (facts?.isFile()) {
    const copied = await copyFile(join(from, path), join(to, path))
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
