import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

// Small files whose reading needs far more memory or time than their size says.

const zipped = (files: Record<string, string>, first?: Record<string, string>): Buffer =>
  Buffer.from(
    zipSync({
      ...Object.fromEntries(Object.entries(first ?? {}).map(([name, text]) => [name, [strToU8(text), { level: 0 }]])),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    } as never),
  )

const spreadsheet = (rows: string): string =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>${rows}</Table></Worksheet></Workbook>`

/** A table of OpenDocument whose few cells are repeated to the width of a sheet each. */
export function repeatedCells(): Buffer {
  const cell =
    '<table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell>'
  const names = ['office', 'table', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  return zipped(
    {
      'content.xml': `<office:document-content ${names.join(' ')}><office:body><office:spreadsheet><table:table table:name="S"><table:table-row>${cell.repeat(5_000)}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
    },
    { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' },
  )
}

export const mergedCells = (): string => spreadsheet(`<Row>${'<Cell ss:MergeAcross="16000"/>'.repeat(60_000)}</Row>`)

export const distantCells = (rows: number): string => spreadsheet('<Row><Cell ss:Index="16000"/></Row>'.repeat(rows))

export const openInstructions = (count: number): string => `${spreadsheet('')}${'<?'.repeat(count)}`

export const openEntries = (count: number): string =>
  `<Document><BkToCstmrStmt><Stmt>${'<Ntry>'.repeat(count)}</Stmt></BkToCstmrStmt></Document>`

/** A workbook of Excel with these parts of its one sheet. */
const workbook = (sheet: string, strings = ''): Buffer =>
  zipped({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${strings}</sst>`,
  })

export const sharedStrings = (count: number): Buffer => workbook('<row r="1"/>', '<si><t>a</t></si>'.repeat(count))
/** A paper of many compressed streams, none of which is an e-invoice. */
export function deflatedStreams(count: number): Buffer {
  const stream = deflateSync(Buffer.concat([Buffer.from('<x>'), Buffer.alloc(19_000_000, 'y')]))
  const one = Buffer.concat([
    Buffer.from('\n1 0 obj\n<< /Filter /FlateDecode >>\nstream\n'),
    stream,
    Buffer.from('\nendstream\nendobj'),
  ])
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...Array.from({ length: count }, () => one)])
}
