import jsQR from 'jsqr'

/** Pixels as a canvas has them: four bytes each. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** Parts of a picture, as shares of its width and height: the reader finds one code, and none where it sees two. */
const parts: readonly (readonly [x: number, y: number, width: number, height: number])[] = [
  [0, 0, 1, 1],
  ...([0, 0.4] as const).flatMap((at) => [[at, 0, 0.6, 1] as const, [0, at, 1, 0.6] as const]),
  ...([0, 0.4] as const).flatMap((x) => ([0, 0.4] as const).map((y) => [x, y, 0.6, 0.6] as const)),
]

/** The texts of the QR codes in a picture, until one is that of an invoice. */
export function codesInPixels(pixels: Pixels): string[] {
  const found = new Set<string>()
  for (const [x, y, width, height] of parts) {
    const part = partOf(pixels, x, y, width, height)
    const code = jsQR(part.data, part.width, part.height)
    if (code?.data) found.add(code.data)
    if (code?.data && isInvoiceCode(code.data)) break
  }
  return [...found]
}

function partOf({ data, width, height }: Pixels, x: number, y: number, w: number, h: number): Pixels {
  const [left, top] = [Math.floor(x * width), Math.floor(y * height)]
  const [columns, rows] = [Math.floor(w * width), Math.floor(h * height)]
  const out = new Uint8ClampedArray(columns * rows * 4)
  for (let row = 0; row < rows; row++) {
    const from = ((top + row) * width + left) * 4
    out.set(data.subarray(from, from + columns * 4), row * columns * 4)
  }
  return { data: out, width: columns, height: rows }
}

/** Whether a text is the code of an invoice: base64 that begins with the name of the seller. */
export const isInvoiceCode = (text: string): boolean =>
  /^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(text.replace(/\s/g, '')) && text.trimStart().startsWith('A')

/** Of several codes that of an invoice; otherwise the first, which is refused with its reason. */
export const invoiceCodeOf = (codes: readonly string[]): string | null => codes.find(isInvoiceCode) ?? codes[0] ?? null
