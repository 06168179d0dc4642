import { Refusal } from '#server/core/refusal.ts'
import { allNamed, childrenNamed, elementAlong, textWithin } from '#server/xml/local-name-path.ts'
import { parseXml, type XmlElement } from '#server/xml/parse-xml.ts'
import { cellText, type FileRow, notReadable, type OpenTable } from './file-row.ts'
import { tableRows } from './read-workbook.ts'

/** Some programs export an HTML page with a table as ".xls". */
export const isHtml = (text: string): boolean =>
  /^\s*</.test(text) && /<table[\s>]/i.test(text.slice(0, 200_000)) && !isSpreadsheetXml(text)

export async function openHtml(text: string, field: string): Promise<OpenTable> {
  const { fromHtml } = await import('hucre')
  try {
    const { rows } = fromHtml(withBlanks(text), { typeInference: false, classes: false })
    return { sheets: [{ name: '', isHidden: false }], rows: () => tableRows(rows) }
  } catch (error) {
    throw notReadable(field, error)
  }
}

/** Replaces line breaks and hard spaces by spaces: the HTML reader drops the first and does not decode the second. */
const withBlanks = (text: string): string =>
  text.replace(/<br\s*\/?>|&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);/gi, ' ').replace(/&(?:rlm|lrm|zwnj|shy);/gi, '')

const spreadsheetNamespace = 'urn:schemas-microsoft-com:office:spreadsheet'
/** "XML Spreadsheet 2003", which Excel, Tally and report programs write. */
export const isSpreadsheetXml = (text: string): boolean =>
  /^\s*</.test(text) && text.slice(0, 5_000).includes(spreadsheetNamespace)

/** Its tree in memory is many times larger than its text. */
const spreadsheetXmlMaximum = 12_000_000

export function openSpreadsheetXml(text: string, field: string): OpenTable {
  if (text.length > spreadsheetXmlMaximum) throw new Refusal('file_unpacks_too_large', { field })
  try {
    const workbook = parseXml(withoutInstructions(text).trim())
    const sheets = childrenNamed(workbook, 'Worksheet')
    return {
      sheets: sheets.map((sheet) => ({
        name: attribute(sheet, 'Name') ?? '',
        isHidden: allNamed(sheet, 'Visible').some((visible) => textWithin(visible).includes('Hidden')),
      })),
      rows: (sheet) => sheetRows(sheets[sheet], field),
    }
  } catch (error) {
    throw notReadable(field, error)
  }
}

/** Each search begins where the last one ended: an instruction without an end is looked for once. */
function withoutInstructions(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let begin = text.indexOf('<?'); begin >= 0; begin = text.indexOf('<?', at)) {
    const end = text.indexOf('?>', begin + 2)
    if (end < 0) break
    const until = text.startsWith('<?xml ', begin) ? begin : end + 2
    parts.push(text.slice(at, begin), text.slice(until, end + 2))
    at = end + 2
  }
  return parts.join('') + text.slice(at)
}

function* sheetRows(sheet: XmlElement | undefined, field: string): Generator<FileRow> {
  const table = sheet && childrenNamed(sheet, 'Table')[0]
  let number = 0
  for (const row of table ? childrenNamed(table, 'Row') : []) {
    number = place(row) ?? number + 1
    const cells: string[] = []
    for (const cell of childrenNamed(row, 'Cell')) {
      const at = (place(cell) ?? cells.length + 1) - 1
      const merged = whole(attribute(cell, 'MergeAcross')) ?? 0
      if (at + merged >= mostColumns)
        throw new Refusal('import_too_wide', { field, params: { row: number, number: mostColumns } })
      while (cells.length < at) cells.push('')
      cells[at] = dataOf(cell)
      while (cells.length <= at + merged) cells.push('')
    }
    yield { number, cells }
  }
}

/** As many as a sheet of Excel can have. */
const mostColumns = 16_384
const place = (element: XmlElement) => whole(attribute(element, 'Index'))
const whole = (written: string | undefined): number | undefined =>
  written !== undefined && /^\d{1,9}$/.test(written) && written !== '0' ? Number(written) : undefined

function dataOf(cell: XmlElement): string {
  const data = elementAlong(cell, 'Data')
  if (!data) return ''
  const content = textIn(data)
  const type = attribute(data, 'Type')
  if (type === 'Number' && Number.isFinite(Number(content))) return cellText(Number(content))
  return type === 'Boolean' ? cellText(content === '1') : content.trim()
}

/** Includes the text of formatted parts, which are elements of their own. */
const textIn = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')

/** An attribute by its local name: each program has its own namespace prefix. */
function attribute({ attributes }: XmlElement, name: string): string | undefined {
  for (const [key, value] of attributes) if (key === name || key.endsWith(`:${name}`)) return value
  return undefined
}
