import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Refusal } from '#server/core/refusal.ts'
import { type FileRow, notReadable } from './file-row.ts'

/** A longer record means that a quote was not closed. */
const recordMaximum = 1_000_000

export async function* readCsvRows(text: string, field: string): AsyncGenerator<FileRow> {
  const { plain, separator, linesAbove } = withoutMarks(text)
  const parser = parse({
    delimiter: separator ?? separatorOf(plain),
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    info: true,
    skip_empty_lines: false,
    record_delimiter: '\n',
    max_record_size: recordMaximum,
  })
  // In chunks, so that rows are processed as they are read.
  Readable.from(slicesOf(plain)).pipe(parser)
  let last = linesAbove
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      last = info.lines + linesAbove
      yield { number: last, cells: record }
    }
  } catch (error) {
    if (error instanceof CsvError && ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(error.code))
      throw new Refusal('file_quote_open', { field, params: { row: last + 1 } })
    throw notReadable(field, error)
  }
}

/** Line ends as \n, without the byte order mark and the `sep=` line. */
function withoutMarks(text: string): { plain: string; separator: string | undefined; linesAbove: number } {
  const unmarked = text.replace(/^\ufeff/, '')
  const lined = unmarked.includes('\r') ? unmarked.replace(/\r\n?/g, '\n') : unmarked
  const named = /^"?sep=(.)"?[^\n]*\n/i.exec(lined)
  return { plain: named ? lined.slice(named[0].length) : lined, separator: named?.[1], linesAbove: named ? 1 : 0 }
}

/** The separator that splits most of the first lines into the same number of columns. */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n?|\n/)
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
