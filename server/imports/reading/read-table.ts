import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Refusal } from '#server/core/refusal.ts'
import { decodeText } from './decode.ts'

/** A row of a file: its number there, from 1, and its cells as text. */
export type FileRow = { number: number; cells: string[] }

export const importRowsMaximum = 250_000
const columnsMaximum = 200
const cellMaximum = 5_000

/** The rows of a CSV or XLSX file that say something, in their order. */
export async function* readTable(data: Uint8Array, field: string): AsyncGenerator<FileRow> {
  let count = 0
  const isZip = data[0] === 0x50 && data[1] === 0x4b
  // The old binary format of Excel, and encrypted workbooks.
  if (data[0] === 0xd0 && data[1] === 0xcf) throw new Refusal('file_old_excel', { field })
  for await (const { number, cells } of isZip
    ? readXlsxRows(data, field)
    : readCsvRows(decodeText(data, field), field)) {
    if (cells.every((cell) => cell === '')) continue
    if (++count > importRowsMaximum)
      throw new Refusal('import_too_long', { field, params: { number: importRowsMaximum } })
    yield { number, cells: trimmed(cells) }
  }
}

function trimmed(cells: string[]): string[] {
  let length = Math.min(cells.length, columnsMaximum)
  while (length > 0 && cells[length - 1] === '') length--
  return cells.slice(0, length).map((cell) => cell.slice(0, cellMaximum))
}

async function* readXlsxRows(data: Uint8Array, field: string): AsyncGenerator<FileRow> {
  const { streamXlsxRows } = await import('hucre/xlsx')
  try {
    for await (const { index, values } of streamXlsxRows(data)) yield { number: index + 1, cells: values.map(cellText) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('file_not_readable', { field })
  }
}

/** Figures without the tail of a binary fraction, days without a time. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === 'number') return value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 15 })
  return String(value).trim()
}

async function* readCsvRows(text: string, field: string): AsyncGenerator<FileRow> {
  const plain = text.replace(/^\ufeff/, '').replace(/^sep=(.)\r?\n/i, '')
  const parser = parse({
    delimiter: separatorOf(plain),
    relax_column_count: true,
    relax_quotes: true,
    bom: true,
    trim: true,
    info: true,
    skip_empty_lines: false,
  })
  // In chunks, so that rows are processed as they are read.
  Readable.from(slicesOf(plain)).pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { number: info.lines, cells: record }
  } catch {
    throw new Refusal('file_not_readable', { field })
  }
}

/** The separator that cuts the first lines into the most equal columns. */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const scored = [',', ';', '\t', '|'].map((separator) => {
    const counts = lines.map((line) => withoutQuoted(line).split(separator).length - 1)
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
    return { separator, score: usual * counts.filter((count) => count === usual).length }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).separator
}

const withoutQuoted = (line: string) => line.replace(/"[^"]*"/g, '')

function* slicesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
