import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { Sealing } from '#server/db/embedded/copy.ts'
import { StartRefusal, sentenceOf } from '#server/start-refusal.ts'

/**
 * The file of one organization: a line of JSON for its head, lines with rows, and a line that closes it with the sums of all tables and a hash of all lines before. Packed, and
 * encrypted where a key is given.
 */
const head = z.object({
  format: z.literal('mizan-organization-1'),
  version: z.string(),
  migrations: z.array(z.string()),
  made_at: z.string(),
  organization_id: z.number(),
  name: z.string(),
  hashed_as: z.number(),
  trial_balance: z
    .object({ entries: z.number(), debit: z.string(), credit: z.string(), accounts_sha256: z.string() })
    .nullable(),
  /** What was broken in the original: rows by the name of the invariant. */
  broken: z.record(z.string(), z.number()).optional(),
})
const rows = z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })
const end = z.object({
  sums: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  lines_sha256: z.string(),
})
export type Head = z.infer<typeof head>
export type Rows = z.infer<typeof rows>
export type End = Pick<z.infer<typeof end>, 'sums'>
export type Line = { head: Head } | Rows | { end: End }

/** Writes the lines to a new file, on disk when it answers. */
export async function writeFileOf(
  path: string,
  lines: AsyncIterable<Line>,
  sealing: Sealing | undefined,
): Promise<void> {
  const hash = createHash('sha256')
  async function* texts() {
    for await (const line of lines) {
      const closed = 'end' in line ? { ...line.end, lines_sha256: hash.copy().digest('hex') } : line
      const text = `${JSON.stringify('head' in closed ? closed.head : closed)}\n`
      hash.update(text)
      yield text
    }
  }
  const file = await open(path, 'wx', 0o600).catch((error: Error) => {
    throw new StartRefusal(`${path} cannot be made: ${sentenceOf(error)}`)
  })
  try {
    const packed = createGzip()
    // Its failure is read from the packed bytes.
    pipeline(Readable.from(texts()), packed).catch(() => {})
    const bytes = sealing ? await sealing.seal(Readable.toWeb(packed) as ReadableStream<Uint8Array>) : packed
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) await file.writeFile(chunk)
    await file.sync()
    await file.close()
  } catch (error) {
    // A half file would be taken for an export, and would be in the way of the next one.
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

/** Reads the lines of a file. What was changed, cut off or encrypted with another key is refused before its last line is given. */
export async function* readFileOf(path: string, sealing: Sealing | undefined): AsyncGenerator<Line> {
  const hash = createHash('sha256')
  let count = 0
  let isClosed = false
  try {
    for await (const text of createInterface({ input: await unpacked(path, sealing) })) {
      const before = hash.copy().digest('hex')
      hash.update(`${text}\n`)
      const line = parseExact(text)
      if (isClosed) throw new Error('lines follow its last one')
      if (count++ === 0) yield { head: head.parse(line) }
      else if (typeof line === 'object' && line !== null && 'table' in line) yield rows.parse(line)
      else {
        const { sums, lines_sha256 } = end.parse(line)
        if (lines_sha256 !== before) throw new Error('its lines are not those that were written')
        isClosed = true
        yield { end: { sums } }
      }
    }
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    if ((error as { severity?: string }).severity) throw error
    throw new StartRefusal(
      `${path} is damaged, or no file of an organization: ${(error as Error).message.slice(0, 200)}`,
    )
  }
}

/** JSON whose numbers stay as they are written, also within a column of JSON: a number of JavaScript would lose digits. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_, value, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON(context.source)
      : value,
  )
}

async function unpacked(path: string, sealing: Sealing | undefined): Promise<Readable> {
  const start = await firstBytes(path)
  const isSealed = start.startsWith('age-encryption.org/')
  if (isSealed && !sealing) throw new StartRefusal(`${path} is encrypted: say --key FILE.`)
  const bytes = createReadStream(path)
  const packed =
    isSealed && sealing
      ? Readable.fromWeb(await sealing.open(Readable.toWeb(bytes) as ReadableStream<Uint8Array>).catch(refuseKey(path)))
      : bytes
  const out = createGunzip()
  // A damaged file ends the reading with its error.
  pipeline(packed, out).catch((error: Error) => out.destroy(error))
  return out
}

const refuseKey = (path: string) => (error: Error) => {
  throw new StartRefusal(
    /no identity matched/.test(error.message)
      ? `${path} is encrypted with another key.`
      : `${path} is damaged: ${error.message}`,
  )
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: Error) => {
    throw new StartRefusal(`${path} cannot be read: ${error.message}`)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await file.close()
  }
}
