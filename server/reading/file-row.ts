import { Refusal } from '#server/core/refusal.ts'

/** A row of a file: its row number, from 1, and its cells as text. */
export type FileRow = { number: number; cells: string[] }
export type SheetName = { name: string; isHidden: boolean }
/** A file with one or more sheets. A text file has one sheet, without a name. */
export type OpenTable = {
  sheets: readonly SheetName[]
  rows(sheet: number): AsyncGenerator<FileRow> | Generator<FileRow>
}

/** The text of a cell: a number without rounding noise of binary fractions, a date without its time. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  if (typeof value === 'number') return value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 15 })
  return String(value).trim()
}

export const notReadable = (field: string, error?: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('file_not_readable', { field })
