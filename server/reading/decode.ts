import { isUtf8 } from 'node:buffer'
import { Refusal } from '#server/core/refusal.ts'

/**
 * The text of a file without a named encoding: by its byte order mark, by the zeros of UTF-16, as UTF-8 where it is valid, and
 * else as Windows-1256, as Arabic Windows programs write it.
 */
export function decodeText(data: Uint8Array, field: string): string {
  const text = new TextDecoder(encodingOf(data)).decode(data)
  // A picture or a database is no table.
  if (text.includes('\u0000')) throw new Refusal('file_not_readable', { field })
  return text
}

function encodingOf(data: Uint8Array): string {
  const [first, second] = data
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = data.subarray(0, 4000)
  const zeros = (from: number) => sample.filter((byte, index) => index % 2 === from && byte === 0).length
  if (zeros(1) > sample.length / 8) return 'utf-16le'
  if (zeros(0) > sample.length / 8) return 'utf-16be'
  return isMostlyUtf8(data) ? 'utf-8' : 'windows-1256'
}

/** Also true if a few bytes are damaged, as the rest is still UTF-8. The damaged cells are refused later. */
function isMostlyUtf8(data: Uint8Array): boolean {
  if (isUtf8(data)) return true
  const text = new TextDecoder('utf-8').decode(data)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(/\ufffd/g) * 20 < count(/[^\x00-\x7f\ufffd]/g)
}
