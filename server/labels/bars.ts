import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { LabelLayout } from '#contract/labels/label-layouts.ts'

export type BarKind = 'EAN13' | 'EAN8' | 'Code128'
/** Dark and light stripes by turns, in modules; the first is dark. */
export type Bars = { kind: BarKind; stripes: readonly number[] }
/** As they are drawn: the width of a module in millimetres, chosen for the label. */
type DrawnBars = Bars & { module: number }

/** The light that a reader needs on each side, in modules, and how narrow a module may be, in millimetres. */
const needs: Record<BarKind, { quiet: number; least: number }> = {
  EAN13: { quiet: 11, least: 0.25 },
  EAN8: { quiet: 7, least: 0.25 },
  Code128: { quiet: 10, least: 0.19 },
}
/** Wider ones are no easier to read. */
const widest = 0.375
const edge = 1

/** Trade numbers have bars of their own; all else is Code 128. */
export function barKindOf(barcode: string): BarKind {
  if (!/^(\d{8}|\d{13})$/.test(barcode) || !endsInCheckDigit(barcode)) return 'Code128'
  return barcode.length === 13 ? 'EAN13' : 'EAN8'
}

/** The last digit but one counts three times, then every second one before it; with the last all are a multiple of ten. */
const endsInCheckDigit = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 1 ? 3 : 1), 0) % 10 === 0

/** Of several barcodes a label shows the trade number, which the scanners of others know as well. */
export const labelBarcode = (barcodes: readonly string[]): string | undefined =>
  barcodes.find((barcode) => barKindOf(barcode) !== 'Code128') ?? barcodes[0]

/** The widest bars that a label has room for; null where a reader would not tell them apart. */
export function fitBars({ kind, stripes }: Bars, { width, dot }: Pick<LabelLayout, 'width' | 'dot'>): DrawnBars | null {
  const { quiet, least } = needs[kind]
  const modules = stripes.reduce((sum, stripe) => sum + stripe, 2 * quiet)
  const room = Math.min((width - 2 * edge) / modules, widest)
  const whole = dot === null ? room : Math.floor(room / dot + 1e-9) * dot
  // A long code on a roll: narrower than its usual dots, and still readable.
  const module = whole >= least ? whole : room
  return module >= least ? { kind, stripes, module } : null
}

/** The stripes of barcodes, each once. */
export async function drawBarcodes(barcodes: readonly string[]): Promise<Map<string, Bars>> {
  const { writeBarcode } = await writer()
  const drawn = new Map<string, Bars>()
  for (const barcode of new Set(barcodes)) {
    const kind = barKindOf(barcode)
    const options = { format: kind, scale: 1, addHRT: false, addQuietZones: false } as const
    const { symbol, error } = await writeBarcode(barcode, options)
    if (!symbol?.data) throw new Error(`${barcode} cannot be drawn: ${error}`)
    drawn.set(barcode, { kind, stripes: stripesOf(symbol.data.subarray(0, symbol.width)) })
  }
  return drawn
}

function stripesOf(line: ArrayLike<number>): number[] {
  const stripes: number[] = []
  let last: number | undefined
  for (const module of Array.from(line)) {
    if (module === last) stripes[stripes.length - 1] = (stripes.at(-1) ?? 0) + 1
    else stripes.push(1)
    last = module
  }
  return stripes
}

let loaded: Promise<typeof import('zxing-wasm/writer')> | undefined
/** Loaded with the first labels, from its own file: the library would fetch it from a public server. */
function writer() {
  loaded ??= import('zxing-wasm/writer').then((library) => {
    const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
    library.prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer as ArrayBuffer } })
    return library
  })
  return loaded
}
