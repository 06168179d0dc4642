import { inflateSync, constants as zlib } from 'node:zlib'
import { decodeDeclared } from '#server/reading/decode-declared.ts'

const streamsMaximum = 5_000
const inflatedMaximum = 20_000_000
/** Of all streams together. */
const inflatedInAll = 100_000_000
/** A picture or a font does not begin with text: this much of a stream says so. */
const beginning = 64
/** A PDF may begin with a few bytes of another program. */
const headWithin = 1_024

export const isPdf = (data: Buffer): boolean => data.subarray(0, headWithin).includes('%PDF-')

/** The streams of a PDF that are XML: its embedded files are plain or deflated. */
export function* embeddedFiles(pdf: Buffer): Generator<string> {
  let at = 0
  let left = inflatedInAll
  for (let count = 0; count < streamsMaximum; count++) {
    const begin = nextStream(pdf, at)
    if (begin === null) return
    const end = pdf.indexOf('endstream', begin)
    if (end < 0) return
    at = end + 'endstream'.length
    const bytes = textBytes(pdf.subarray(begin, end), left)
    left -= bytes?.length ?? 0
    const content = bytes && xmlText(bytes)
    if (content && /^\s*<(\?xml|!--|([\w-]+:)?(Invoice|CreditNote|DebitNote)[\s>])/.test(content.slice(0, 200)))
      yield content
  }
}

/** A stream begins after its dictionary and the end of the line; the word alone may be in a text. */
function nextStream(pdf: Buffer, from: number): number | null {
  for (let at = pdf.indexOf('stream', from); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const before = pdf
      .subarray(Math.max(0, at - 8), at)
      .toString('latin1')
      .trimEnd()
    const next = pdf[at + 6]
    if (!before.endsWith('>>') || (next !== 0x0d && next !== 0x0a)) continue
    return at + (next === 0x0d && pdf[at + 7] === 0x0a ? 8 : 7)
  }
  return null
}

const marks = [Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

/** The bytes of a stream that begins as text, plain or deflated. Only a stream that does is inflated to its end. */
function textBytes(stream: Buffer, left: number): Buffer | null {
  if (isText(stream)) return stream
  const first = inflated(stream.subarray(0, beginning * 4), beginning * 1_032 * 4)
  if (!first || !isText(first)) return null
  return inflated(stream, Math.min(inflatedMaximum, left))
}

const isText = (bytes: Buffer): boolean =>
  bytes.subarray(0, 16).toString('latin1').trimStart().startsWith('<') ||
  marks.some((mark) => bytes.subarray(0, mark.length).equals(mark))

/** Also of a stream whose end is not where it says; null for a picture, a font, or a stream of another filter. */
function inflated(stream: Buffer, maximum: number): Buffer | null {
  if (maximum <= 0) return null
  try {
    return inflateSync(stream, { maxOutputLength: maximum, finishFlush: zlib.Z_SYNC_FLUSH })
  } catch {
    return null
  }
}

/** XML in the encoding that it declares; null for what is no text. */
export function xmlText(bytes: Uint8Array): string | null {
  try {
    return decodeDeclared(bytes, '').replace(/^\ufeff/, '')
  } catch {
    return null
  }
}
