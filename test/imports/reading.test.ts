import { deflateRawSync } from 'node:zlib'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { openTable, readSheetRows, readTable } from '#server/reading/read-table.ts'
import { compoundFile, csv, html, type Row, spreadsheetXml, windows1256, xls, xlsx } from './table-files.ts'

const rows: Row[] = [
  ['الاسم', 'Amount'],
  ['شركة النور', '1,150.00'],
  ['مؤسسة الفجر', 12.5],
]
const expected = [
  ['الاسم', 'Amount'],
  ['شركة النور', '1,150.00'],
  ['مؤسسة الفجر', '12.5'],
]
const text = csv(rows)

async function read(data: string | Uint8Array) {
  const found = []
  for await (const row of readTable(Buffer.from(data), 'file')) found.push(row)
  return found
}
const cellsOf = async (data: string | Uint8Array) => (await read(data)).map(({ cells }) => cells)

describe('a file of any format is read as the same table', () => {
  const files: Record<string, () => string | Uint8Array | Promise<Uint8Array>> = {
    'UTF-8 with a byte order mark': () => `\ufeff${text}`,
    'semicolons with the separator named first': () => `sep=;\r\n${csv(rows, ';')}`,
    'a separator that only its first line names': () => `sep=^\n${csv(rows, '^')}`,
    'Unicode text of Excel': () => Buffer.from(`\ufeff${csv(rows, '\t')}`, 'utf16le'),
    'UTF-16 with the high byte first': () => Buffer.from(`\ufeff${csv(rows, '\t')}`, 'utf16le').swap16(),
    'Windows-1256': () => windows1256(csv(rows, ';')),
    'lines that end with CR only': () => text.replaceAll('\r\n', '\r'),
    'line ends of two systems': () => text.replace('\r\n', '\n'),
    'an HTML table named .xls': () => html(rows),
    'XML Spreadsheet 2003': () => spreadsheetXml(rows),
    'Excel 97 (.xls)': () => xls(rows),
    'OpenDocument (.ods)': () => writeOds({ sheets: [{ name: 'S', rows: rows.map((row) => [...row]) }] }),
    'Excel (.xlsx)': () => xlsx({ sheets: { S: rows } }),
  }
  test.each(Object.keys(files))('%s', async (name) => {
    expect(await cellsOf(await (files[name] as () => string)())).toEqual(expected)
  })
})

describe('a workbook', () => {
  test('is read on its first visible sheet that has rows', async () => {
    const data = await xlsx({ sheets: { Lists: [['x']], Empty: [], Data: rows }, hidden: ['Lists'] })
    expect(await cellsOf(data)).toEqual(expected)
    expect((await openTable(data, 'file')).sheets).toEqual([
      { name: 'Lists', isHidden: true },
      { name: 'Empty', isHidden: false },
      { name: 'Data', isHidden: false },
    ])
  })
  test.each(['1900', '1904'] as const)('has its days right in the %s date system', async (dateSystem) => {
    const day = new Date('2026-01-31T00:00:00Z')
    expect(await cellsOf(await xlsx({ sheets: { S: [['Date'], [day]] }, dateSystem }))).toEqual([
      ['Date'],
      ['2026-01-31'],
    ])
  })
  test('gives VAT numbers whole and figures without a binary tail', async () => {
    const data = await xlsx({
      sheets: {
        S: [
          ['VAT', 'Amount'],
          [310123456700003, 0.1 + 0.2],
        ],
      },
    })
    expect((await cellsOf(data))[1]).toEqual(['310123456700003', '0.3'])
  })
  test('gives the values of formulas and the names of errors', async () => {
    const data = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['a', 'b'],
            [null, 1],
          ],
          cells: new Map([['1,0', { formula: 'B2*2', formulaResult: 2 }]]),
        },
      ],
    })
    expect((await cellsOf(data))[1]).toEqual(['2', '1'])
    const broken = spreadsheetXml([['a'], ['x']]).replace('<Data ss:Type="String">x', '<Data ss:Type="Error">#REF!')
    expect(await cellsOf(broken)).toEqual([['a'], ['#REF!']])
  })
  test('keeps the row numbers and columns of a sheet with gaps and merged cells', async () => {
    const gaps = await xlsx({ sheets: { S: [['Report'], [], ['a', null, 'c'], [], ['1', null, '3']] } })
    expect(await read(gaps)).toEqual([
      { number: 1, cells: ['Report'] },
      { number: 3, cells: ['a', '', 'c'] },
      { number: 5, cells: ['1', '', '3'] },
    ])
    expect(
      await cellsOf(
        spreadsheetXml([
          ['a', null, 'c'],
          [null, 'b'],
        ]),
      ),
    ).toEqual([
      ['a', '', 'c'],
      ['', 'b'],
    ])
  })
})

describe('a text file', () => {
  test('has line feeds and quotes inside its cells, ragged rows and empty heads', async () => {
    expect(await cellsOf('a,,b\n"one\ntwo","say ""x""",5" pipe\nlonger,1,2,3,4\nshort')).toEqual([
      ['a', '', 'b'],
      ['one\ntwo', 'say "x"', '5" pipe'],
      ['longer', '1', '2', '3', '4'],
      ['short'],
    ])
  })
  test('gives cells without what guards their zeros, and without blanks of any kind', async () => {
    expect(
      await cellsOf('phone,vat,name\n="0501234567",\'310123456700003,\u00a0Rose \u00a0\n\u00a0,\u00a0,\n'),
    ).toEqual([
      ['phone', 'vat', 'name'],
      ['0501234567', '310123456700003', 'Rose'],
    ])
  })
  test('stays UTF-8 where single bytes of it are damaged', async () => {
    const damaged = Buffer.from(`${text}\r\n${'سطر سليم,1\r\n'.repeat(5)}`)
    damaged[damaged.length - 15] = 0xff
    const cells = await cellsOf(damaged)
    expect(cells.slice(0, 2)).toEqual(expected.slice(0, 2))
    expect(cells.flat().filter((cell) => cell.includes('\ufffd'))).toHaveLength(1)
  })
})

describe('a file that is no table is refused with its reason', () => {
  const zip = (parts: Record<string, Buffer>, declared?: number) => zipOf(parts, declared)
  const cases: [string, () => Uint8Array | string | Promise<Uint8Array>, string][] = [
    ['a PDF', () => '%PDF-1.7\nx,y\n1,2', 'file_is_pdf'],
    ['JSON', () => '[{"a":1}]', 'file_not_readable'],
    ['XML of another kind', () => '<?xml version="1.0"?><Invoice><ID>1</ID></Invoice>', 'file_not_readable'],
    ['zeros far inside', () => `a,b\n${'1,2\n'.repeat(3000)}\u0000`, 'file_not_readable'],
    [
      'a document of Word',
      () => zip({ '[Content_Types].xml': Buffer.from('<x/>'), 'word/document.xml': Buffer.from('<x/>') }),
      'file_not_readable',
    ],
    [
      'an archive that is cut off',
      async () => (await xlsx({ sheets: { S: rows } })).subarray(0, 900),
      'file_not_readable',
    ],
    ['a workbook with a password', () => compoundFile('EncryptedPackage', Buffer.alloc(5000)), 'file_with_password'],
    ['an old workbook with a password', () => xls(rows, true), 'file_with_password'],
    [
      'another document in the envelope of Excel 97',
      () => compoundFile('WordDocument', Buffer.alloc(5000)),
      'file_old_excel',
    ],
    ['a quote that never closes', () => `a,b\n1,2\n"3,4\n${'5,6\n'.repeat(50)}`, 'file_quote_open'],
    ['more columns than are read', () => `a,b\n${'1,'.repeat(100_000)}2`, 'import_too_wide'],
    ['a cell of a megabyte', () => `a,b\n${'x'.repeat(900_000)},2`, 'import_cell_too_long'],
    [
      'an archive that says how large it is',
      () => zip({ 'xl/workbook.xml': Buffer.from('<x/>') }, 400_000_000),
      'file_unpacks_too_large',
    ],
    [
      'an archive that does not',
      () => zip({ 'xl/workbook.xml': Buffer.alloc(310_000_000) }, 10),
      'file_unpacks_too_large',
    ],
  ]
  test.each(cases)('%s', async (_, data, code) => {
    await expect((async () => read(await data()))()).rejects.toMatchObject({ code, status: 422 })
  })
  test('thousands of empty columns are no columns', async () => {
    expect(await cellsOf(`a,b${','.repeat(50_000)}\n1,2`)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })
  test('rows of a sheet are read by its place', async () => {
    const table = await openTable(await xlsx({ sheets: { A: [['first']], B: [['second']] } }), 'file')
    const found = []
    for await (const { cells } of readSheetRows(table, 1, 'file')) found.push(cells)
    expect(found).toEqual([['second']])
  })
})

/** An archive whose directory may say another size than its parts have. */
function zipOf(parts: Record<string, Buffer>, declared?: number): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const own = Buffer.alloc(46)
    own.writeUInt32LE(0x02014b50, 0)
    own.writeUInt16LE(8, 10)
    own.writeUInt32LE(packed.length, 20)
    own.writeUInt32LE(declared ?? content.length, 24)
    own.writeUInt16LE(name.length, 28)
    own.writeUInt32LE(at, 42)
    bodies.push(local, Buffer.from(name), packed)
    directory.push(own, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...directory, end])
}
