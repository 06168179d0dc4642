import { Refusal } from '#server/core/refusal.ts'
import { parseXml, type XmlElement } from '#server/e-document/parse-xml.ts'
import { cellText, type FileRow, notReadable, type OpenTable } from './file-row.ts'
import { tableRows } from './read-workbook.ts'
import { allNamed, childrenNamed, elementAlong, textWithin } from './xml-path.ts'

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
    const workbook = parseXml(text.replace(/<\?(?!xml )[^>]*\?>/g, '').trim())
    const sheets = childrenNamed(workbook, 'Worksheet')
    return {
      sheets: sheets.map((sheet) => ({
        name: attribute(sheet, 'Name') ?? '',
        isHidden: allNamed(sheet, 'Visible').some((visible) => textWithin(visible).includes('Hidden')),
      })),
      rows: (sheet) => sheetRows(sheets[sheet]),
    }
  } catch (error) {
    throw notReadable(field, error)
  }
}

function* sheetRows(sheet: XmlElement | undefined): Generator<FileRow> {
  const table = sheet && childrenNamed(sheet, 'Table')[0]
  let number = 0
  for (const row of table ? childrenNamed(table, 'Row') : []) {
    number = place(row) ?? number + 1
    const cells: string[] = []
    for (const cell of childrenNamed(row, 'Cell')) {
      const at = Math.min((place(cell) ?? cells.length + 1) - 1, mostColumns)
      while (cells.length < at) cells.push('')
      cells[at] = dataOf(cell)
      for (let merged = Math.min(whole(attribute(cell, 'MergeAcross')) ?? 0, mostColumns); merged > 0; merged--)
        cells.push('')
    }
    yield { number, cells }
  }
}

const mostColumns = 20_000
const place = (element: XmlElement) => whole(attribute(element, 'Index'))
const whole = (written: string | undefined): number | undefined =>
  written !== undefined && /^\d{1,9}$/.test(written) && written !== '0' ? Number(written) : undefined

function dataOf(cell: XmlElement): string {
  const data = elementAlong(cell, 'Data')
  if (!data) return ''
  const said = textIn(data)
  const type = attribute(data, 'Type')
  if (type === 'Number' && Number.isFinite(Number(said))) return cellText(Number(said))
  return type === 'Boolean' ? cellText(said === '1') : said.trim()
}

/** Includes the text of formatted parts, which are elements of their own. */
const textIn = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')

/** An attribute by its local name: each program has its own namespace prefix. */
function attribute({ attributes }: XmlElement, name: string): string | undefined {
  for (const [key, value] of attributes) if (key === name || key.endsWith(`:${name}`)) return value
  return undefined
}
