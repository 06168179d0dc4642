import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx'

// Files of other programs, built here: the names in them are invented.

export type Row = readonly (string | number | boolean | Date | null)[]

export const csv = (rows: readonly Row[], separator = ','): string =>
  rows.map((row) => row.map((cell) => quoted(String(cell ?? ''), separator)).join(separator)).join('\r\n')

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

type Book = { sheets: Record<string, readonly Row[]>; hidden?: readonly string[]; dateSystem?: '1900' | '1904' }

export const xlsx = async ({ sheets, hidden = [], dateSystem = '1900' }: Book, more: Partial<WriteSheet> = {}) =>
  Buffer.from(
    await writeXlsx({
      dateSystem,
      sheets: Object.entries(sheets).map(([name, rows]) => ({
        name,
        rows: rows.map((row) => [...row]) as CellValue[][],
        ...(hidden.includes(name) && { hidden: true }),
        ...more,
      })),
    }),
  )

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A page with a table that is called ".xls". */
export const html = (rows: readonly Row[]): string =>
  `<html><head><meta charset="utf-8"></head><body><table border="1">${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escaped(String(cell ?? ''))}</td>`).join('')}</tr>`)
    .join('\n')}</table></body></html>`

/** XML Spreadsheet 2003: empty cells are left out, and the next names its place. */
export const spreadsheetXml = (rows: readonly Row[]): string =>
  `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
  <Worksheet ss:Name="Sheet1"><Table>${rows
    .map(
      (row) =>
        `<Row>${row
          .map((cell, index) =>
            cell === null
              ? ''
              : `<Cell ss:Index="${index + 1}"><Data ss:Type="${typeof cell === 'number' ? 'Number' : 'String'}">${escaped(String(cell))}</Data></Cell>`,
          )
          .join('')}</Row>`,
    )
    .join('')}</Table></Worksheet></Workbook>`

const record = (id: number, data: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}
const shorts = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value & 0xff, value >> 8])))
const begin = (kind: number) => record(0x809, shorts(0x600, kind, 0, 0, 0, 0, 0, 0))
const end = record(0x0a, Buffer.alloc(0))

function cellRecord(row: number, column: number, cell: Row[number]): Buffer {
  const at = shorts(row, column, 0)
  if (typeof cell === 'number') {
    const value = Buffer.alloc(8)
    value.writeDoubleLE(cell)
    return record(0x203, Buffer.concat([at, value]))
  }
  const text = String(cell ?? '')
  return record(0x204, Buffer.concat([at, shorts(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')]))
}

/** The binary format of Excel 97 to 2003: records in a stream of a compound file. */
export function xls(rows: readonly Row[], password = false): Buffer {
  const name = Buffer.from('Sheet1', 'latin1')
  const locked = password ? record(0x2f, Buffer.alloc(54)) : Buffer.alloc(0)
  const sheetAt = begin(5).length + locked.length + 4 + 8 + name.length + end.length
  const place = Buffer.alloc(4)
  place.writeUInt32LE(sheetAt)
  const globals = Buffer.concat([
    begin(5),
    locked,
    record(0x85, Buffer.concat([place, Buffer.from([0, 0, name.length, 0]), name])),
    end,
  ])
  const cells = rows.flatMap((row, index) => row.map((cell, column) => cellRecord(index, column, cell)))
  return compoundFile('Workbook', Buffer.concat([globals, begin(16), ...cells, end]))
}

const sector = 512
const endOfChain = 0xfffffffe

/** One stream of at least eight sectors in a compound file. */
export function compoundFile(name: string, content: Buffer): Buffer {
  const size = Math.max(4096, Math.ceil(content.length / sector) * sector)
  const count = size / sector
  const head = Buffer.alloc(sector, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  head.fill(0, 8, 76)
  shorts(0x3e, 3, 0xfffe, 9, 6).copy(head, 24)
  head.writeUInt32LE(1, 44)
  head.writeUInt32LE(1, 48)
  head.writeUInt32LE(4096, 56)
  head.writeUInt32LE(endOfChain, 60)
  head.writeUInt32LE(endOfChain, 68)
  head.writeUInt32LE(0, 76)
  const fat = Buffer.alloc(sector, 0xff)
  fat.writeUInt32LE(0xfffffffd, 0)
  fat.writeUInt32LE(endOfChain, 4)
  for (let index = 0; index < count; index++)
    fat.writeUInt32LE(index === count - 1 ? endOfChain : index + 3, (index + 2) * 4)
  const directory = Buffer.alloc(sector)
  entry(directory, 0, 'Root Entry', 5, endOfChain, 0, 1)
  entry(directory, 1, name, 2, 2, size, 0xffffffff)
  const padded = Buffer.alloc(size)
  content.copy(padded)
  return Buffer.concat([head, fat, directory, padded])
}

function entry(into: Buffer, index: number, name: string, type: number, start: number, size: number, child: number) {
  const at = index * 128
  const text = Buffer.from(`${name}\0`, 'utf16le')
  text.copy(into, at)
  into.writeUInt16LE(text.length, at + 64)
  into[at + 66] = type
  into[at + 67] = 1
  for (const offset of [68, 72]) into.writeUInt32LE(0xffffffff, at + offset)
  into.writeUInt32LE(child, at + 76)
  into.writeUInt32LE(start, at + 116)
  into.writeUInt32LE(size, at + 120)
}

/** Arabic Windows writes these letters as single bytes. */
export const windows1256 = (text: string): Buffer => {
  const all = new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, index) => index))
  return Buffer.from([...text].map((letter) => all.indexOf(letter)))
}
