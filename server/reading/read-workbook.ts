import { Refusal } from '#server/core/refusal.ts'
import { cellText, type FileRow, notReadable, type OpenTable, type SheetName } from './file-row.ts'
import { isZipBomb, zipParts } from './zip-size.ts'

export const isZip = (data: Uint8Array): boolean => data[0] === 0x50 && data[1] === 0x4b

/** A workbook of Excel (.xlsx, .xlsm, .xlsb) or of LibreOffice (.ods). Large XLSX sheets are read as a stream. */
export async function openWorkbook(data: Uint8Array, field: string): Promise<OpenTable> {
  const parts = zipParts(data)
  if (!parts) throw notReadable(field)
  if (await isZipBomb(parts)) throw new Refusal('file_unpacks_too_large', { field })
  const names = new Set(parts.map(({ name }) => name))
  try {
    if (names.has('xl/workbook.bin')) return wholeWorkbook(await (await import('hucre/xlsx')).readXlsb(data))
    if (names.has('content.xml') && names.has('mimetype'))
      return wholeWorkbook(await (await import('hucre/ods')).readOds(data))
    if (!names.has('[Content_Types].xml') || ![...names].some((name) => name.startsWith('xl/')))
      throw notReadable(field)
    return await streamedWorkbook(data)
  } catch (error) {
    throw ofWorkbook(error, field)
  }
}

async function streamedWorkbook(data: Uint8Array): Promise<OpenTable> {
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx')
  const sheets: SheetName[] = []
  await readXlsx(data, {
    sheets: ({ name, hidden, veryHidden }) => {
      sheets.push({ name, isHidden: hidden === true || veryHidden === true })
      return false
    },
  })
  return {
    sheets,
    rows: async function* (sheet) {
      for await (const { index, values } of streamXlsxRows(data, { sheet }))
        yield { number: index + 1, cells: values.map(cellText) }
    },
  }
}

/** The old binary format of Excel (.xls). An encrypted workbook is in the same container format (OLE). */
export async function openOldExcel(data: Uint8Array, field: string): Promise<OpenTable> {
  if (hasPassword(data)) throw new Refusal('file_with_password', { field })
  try {
    return wholeWorkbook(await (await import('hucre/xlsx')).readXls(data))
  } catch (error) {
    // Excel 95 or older, or a document of another program in an OLE container.
    throw error instanceof Refusal ? error : new Refusal('file_old_excel', { field })
  }
}

function hasPassword(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return true
  // In an old workbook the FILEPASS record follows the BOF record.
  const begin = bytes.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06]))
  return begin >= 0 && bytes.readUInt16LE(Math.min(begin + 20, bytes.length - 2)) === 0x2f
}

type Whole = { sheets: readonly { name: string; rows: readonly (readonly unknown[])[]; hidden?: boolean }[] }
const wholeWorkbook = ({ sheets }: Whole): OpenTable => ({
  sheets: sheets.map(({ name, hidden }) => ({ name, isHidden: hidden === true })),
  rows: (sheet) => tableRows(sheets[sheet]?.rows ?? []),
})

export function* tableRows(rows: readonly (readonly unknown[] | undefined)[]): Generator<FileRow> {
  for (const [index, values] of rows.entries())
    if (values) yield { number: index + 1, cells: Array.from(values, cellText) }
}

const ofWorkbook = (error: unknown, field: string): Refusal =>
  error instanceof Error && error.name === 'EncryptedFileError'
    ? new Refusal('file_with_password', { field })
    : notReadable(field, error)
