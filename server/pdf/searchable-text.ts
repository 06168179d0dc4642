/**
 * Ligatures by their letters: the single character of Unicode for all letters of a ligature. A program that copies a right-to-left
 * line reads it glyph by glyph. Two letters of one glyph would be copied in the wrong order; one character cannot.
 */
const signOf = new Map<string, string>()
for (const [first, last] of [
  [0xfb50, 0xfdf9],
  [0xfe70, 0xfefc],
] as const)
  for (let code = first; code <= last; code += 1) {
    const sign = String.fromCharCode(code)
    const letters = sign.normalize('NFKC')
    if (letters.length > 1 && /^\p{L}+$/u.test(letters) && !signOf.has(letters)) signOf.set(letters, sign)
  }

/** Marks of direction that the typesetter adds around foreign words. They are no text. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * The same PDF, in which each joined Arabic sign is read as its one character, so that programs find and copy "شركة". The reading
 * direction of the whole file is removed: some programs would turn the words of English lines. Each change has as many bytes
 * as what it replaces, so that everything in the file remains where its table says.
 */
export function withSearchableText(pdf: Uint8Array): Uint8Array {
  const file = Buffer.from(pdf)
  const text = file.toString('latin1')
  for (const [, id] of text.matchAll(/\/ToUnicode (\d+) 0 R/g)) {
    const start = text.indexOf(`\n${id} 0 obj\n`)
    const map = text.slice(start, text.indexOf('\nendobj', start))
    if (start >= 0 && map.includes('/Type /CMap')) file.write(readableMap(map), start, 'latin1')
  }
  const direction = text.lastIndexOf('/Direction /R2L')
  if (direction >= 0) file.write('/Direction /L2R', direction, 'latin1')
  return file
}

/** The map of the signs of a font to characters. */
const readableMap = (map: string): string =>
  map.replace(/^(<[0-9A-F]{4}>) <([0-9A-F]{8,})>$/gm, (line, sign, code) =>
    `${sign} <${readable(code)}>`.padEnd(line.length),
  )

function readable(code: string): string {
  const letters = Buffer.from(code, 'hex').swap16().toString('utf16le')
  const clean = letters.replace(directionMarks, '') || letters
  return Buffer.from(signOf.get(clean) ?? clean, 'utf16le')
    .swap16()
    .toString('hex')
    .toUpperCase()
}
