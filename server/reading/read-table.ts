import { Refusal } from '#server/core/refusal.ts'
import { decodeText } from './decode.ts'
import { type FileRow, notReadable, type OpenTable } from './file-row.ts'
import { readCsvRows } from './read-csv.ts'
import { isHtml, isSpreadsheetXml, openHtml, openSpreadsheetXml } from './read-markup.ts'
import { isZip, openOldExcel, openWorkbook } from './read-workbook.ts'

export type { FileRow, OpenTable } from './file-row.ts'
export { separatorOf } from './read-csv.ts'

export const importRowsMaximum = 250_000
const columnsMaximum = 200
/** Empty ones count too: a file of a few kilobytes can name millions of them. */
const cellsMaximum = 20_000_000
/** The longest text that Excel allows in a cell. */
const cellMaximum = 32_767

/** The rows that are not empty, from the first visible sheet that has one. */
export async function* readTable(data: Uint8Array, field: string): AsyncGenerator<FileRow> {
  const table = await openTable(data, field)
  for (const sheet of visibleSheets(table)) {
    let isEmpty = true
    for await (const row of readSheetRows(table, sheet, field)) {
      isEmpty = false
      yield row
    }
    if (!isEmpty) return
  }
}

/** If every sheet is hidden, all of them count as visible. */
export function visibleSheets({ sheets }: OpenTable): number[] {
  const all = [...sheets.keys()]
  const visible = all.filter((index) => !sheets[index]?.isHidden)
  return visible.length > 0 ? visible : all
}

/** The content of a file decides its format, not its name: programs name HTML and CSV files ".xls". */
export async function openTable(data: Uint8Array, field: string): Promise<OpenTable> {
  if (isZip(data)) return openWorkbook(data, field)
  // OLE: the old binary format of Excel, and encrypted workbooks.
  if (data[0] === 0xd0 && data[1] === 0xcf) return openOldExcel(data, field)
  if (isPdf(data)) throw new Refusal('file_is_pdf', { field })
  if (otherKinds.some((sign) => sign.every((byte, index) => data[index] === byte))) throw notReadable(field)
  const text = decodeText(data, field)
  if (isSpreadsheetXml(text)) return openSpreadsheetXml(text, field)
  if (isHtml(text)) return openHtml(text, field)
  // Other XML, and JSON.
  if (/^\s*(<\?xml|<!doctype|[[{]\s*["{[])/i.test(text)) throw notReadable(field)
  return { sheets: [{ name: '', isHidden: false }], rows: () => readCsvRows(text, field) }
}

const isPdf = (data: Uint8Array): boolean => Buffer.from(data.subarray(0, 1_024)).includes('%PDF-')

/** PNG, JPEG, GIF, RAR, 7z and gzip by their first bytes. */
const otherKinds: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x1f, 0x8b],
]

/** The rows of one sheet that are not empty. A row or a cell that is too long is refused, not truncated. */
export async function* readSheetRows(table: OpenTable, sheet: number, field: string): AsyncGenerator<FileRow> {
  let count = 0
  let cellCount = 0
  try {
    for await (const { number, cells } of table.rows(sheet)) {
      cellCount += cells.length
      if (cellCount > cellsMaximum)
        throw new Refusal('file_too_many_cells', { field, params: { number: cellsMaximum } })
      if (cells.every((cell) => cell.trim() === '')) continue
      if (++count > importRowsMaximum)
        throw new Refusal('import_too_long', { field, params: { number: importRowsMaximum } })
      yield { number, cells: checked(cells, number, field) }
    }
  } catch (error) {
    throw notReadable(field, error)
  }
}

function checked(cells: string[], row: number, field: string): string[] {
  let length = cells.length
  while (length > 0 && cells[length - 1]?.trim() === '') length--
  if (length > columnsMaximum) throw new Refusal('import_too_wide', { field, params: { row, number: columnsMaximum } })
  return cells.slice(0, length).map((cell) => {
    if (cell.length > cellMaximum)
      throw new Refusal('import_cell_too_long', { field, params: { row, number: cellMaximum } })
    return storable(cell)
  })
}

/**
 * Removes what PostgreSQL cannot store in a text: zero bytes and half surrogate pairs. Also removes what programs write around a cell
 * so that a spreadsheet shows its leading zeros: ="0501234567" and '0501234567.
 */
function storable(cell: string): string {
  const trimmed = cell.trim()
  const bare = /^="[^"]*"$/.test(trimmed)
    ? trimmed.slice(2, -1)
    : /^'[-+=@\d]/.test(trimmed)
      ? trimmed.slice(1)
      : trimmed
  const plain = bare.includes('\u0000') ? bare.replaceAll('\u0000', '') : bare
  return plain.isWellFormed() ? plain : plain.toWellFormed()
}
