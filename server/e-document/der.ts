/** A minimal DER encoder and decoder: only what a certificate request and a certificate need. */
const one = (tag: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

export const sequence = (...parts: Uint8Array[]): Buffer => one(0x30, Buffer.concat(parts))
export const set = (...parts: Uint8Array[]): Buffer => one(0x31, Buffer.concat(parts))
export const octets = (content: Uint8Array): Buffer => one(0x04, content)
export const bits = (content: Uint8Array, unused = 0): Buffer =>
  one(0x03, Buffer.concat([Buffer.from([unused]), content]))
export const utf8 = (text: string): Buffer => one(0x0c, Buffer.from(text, 'utf8'))
export const printable = (text: string): Buffer => one(0x13, Buffer.from(text, 'latin1'))
export const ia5 = (text: string): Buffer => one(0x16, Buffer.from(text, 'latin1'))
export const truth = (): Buffer => one(0x01, Buffer.from([0xff]))
/** Context-specific and constructed: [0], [4] and the like. */
export const tagged = (number: number, ...parts: Uint8Array[]): Buffer => one(0xa0 | number, Buffer.concat(parts))

export function integer(value: bigint | Uint8Array): Buffer {
  const bytes = typeof value === 'bigint' ? Buffer.from(evenHex(value), 'hex') : Buffer.from(value)
  return one(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

function evenHex(value: bigint): string {
  const hex = value.toString(16)
  return hex.length % 2 === 0 ? hex : `0${hex}`
}

export function utcTime(date: Date): Buffer {
  return one(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`, 'latin1'))
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) groups.unshift(128 + (left % 128))
    return groups
  })
  return one(0x06, Buffer.from(bytes))
}

/** One value as read: `raw` with tag and length, `content` without. */
export type Der = { tag: number; content: Buffer; raw: Buffer }

export class DerUnreadable extends Error {}

/** The values that follow one another in these bytes. Throws DerUnreadable. */
export function readDer(bytes: Uint8Array): Der[] {
  const data = Buffer.from(bytes)
  const list: Der[] = []
  for (let at = 0; at < data.length; ) {
    const tag = data[at] as number
    const short = data[at + 1] ?? 0
    const count = short < 128 ? 0 : short & 0x7f
    if (count > 4 || short === 128) throw new DerUnreadable('A length is too long')
    const length = count === 0 ? short : data.readUIntBE(at + 2, count)
    const start = at + 2 + count
    if (start + length > data.length) throw new DerUnreadable('A value is cut off')
    list.push({ tag, content: data.subarray(start, start + length), raw: data.subarray(at, start + length) })
    at = start + length
  }
  return list
}

/** The dotted text of an object identifier. */
export function readOid({ content }: Der): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 128) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...rest].join('.')
}
