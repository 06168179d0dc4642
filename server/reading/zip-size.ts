import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

/** The maximum size of an unpacked ZIP archive. Large workbooks have a third of it. */
export const zipMaximum = 300_000_000
/** The maximum size of the parts that are unpacked in memory: all but the sheets, which are streamed. */
const heldMaximum = 100_000_000
/** The highest compression ratio that Deflate can reach. */
const mostDeflated = 1032

const directoryEnd = 0x06054b50
const directoryEntry = 0x02014b50
const localEntry = 0x04034b50

type ZipPart = { name: string; declared: number; compressed: Uint8Array; isDeflated: boolean }

/** The parts that the central directory of a ZIP archive lists. NULL if the data is not a ZIP archive. */
export function zipParts(data: Uint8Array): ZipPart[] | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let end = data.length - 22
  while (end >= Math.max(0, data.length - 65_557) && view.getUint32(end, true) !== directoryEnd) end--
  if (end < 0 || view.getUint32(end, true) !== directoryEnd) return null
  const parts: ZipPart[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > data.length || view.getUint32(at, true) !== directoryEntry) return null
    const [size, names, extra, note] = [20, 28, 30, 32].map((offset, index) =>
      index === 0 ? view.getUint32(at + offset, true) : view.getUint16(at + offset, true),
    ) as [number, number, number, number]
    const local = view.getUint32(at + 42, true)
    if (local + 30 > data.length || view.getUint32(local, true) !== localEntry) return null
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    parts.push({
      name: new TextDecoder().decode(data.subarray(at + 46, at + 46 + names)),
      // ZIP64 writes 0xffffffff here. Such a part counts as zero, and its real size is measured below.
      declared: view.getUint32(at + 24, true) % 0xffffffff,
      compressed: data.subarray(start, start + size),
      isDeflated: view.getUint16(at + 10, true) === 8,
    })
    at += 46 + names + extra + note
  }
  return parts
}

/** Whether the unpacked archive exceeds the maximum. The sizes in its directory may be false, so the real ones are measured too. */
export async function isZipBomb(parts: readonly ZipPart[]): Promise<boolean> {
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  if (sum(parts.map(({ declared }) => declared)) > zipMaximum) return true
  const held = parts.filter(({ name }) => !name.startsWith('xl/worksheets/'))
  if (sum(held.map(({ declared }) => declared)) > heldMaximum) return true
  // An archive this small cannot unpack to more than the maximum.
  if (sum(parts.map(({ compressed }) => compressed.length)) * mostDeflated <= zipMaximum) return false
  let left = zipMaximum
  for (const { compressed, isDeflated } of parts) {
    left -= isDeflated ? await unpackedSize(compressed, left) : compressed.length
    if (left < 0) return true
  }
  return false
}

/** The real size of a part. Stops soon after the maximum is exceeded. */
async function unpackedSize(compressed: Uint8Array, most: number): Promise<number> {
  let size = 0
  try {
    for await (const piece of Readable.from([compressed]).pipe(createInflateRaw())) {
      size += (piece as Buffer).length
      if (size > most) break
    }
  } catch {
    // A broken part is refused when it is read.
  }
  return size
}
