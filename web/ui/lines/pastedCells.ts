import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import { parseDecimal } from '#ledger/money.ts'

/** A block of cells as a spreadsheet puts it on the clipboard: tabs and lines, quoted where a cell holds one of them. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y
  let at = 0
  while (at <= text.length) {
    cell.lastIndex = at
    const found = cell.exec(text)
    const value = found?.[1]?.replaceAll('""', '"') ?? found?.[2] ?? ''
    ;(rows.at(-1) as string[]).push(value.trim())
    at = cell.lastIndex
    const separator = /^(\t|\r\n|\r|\n)/.exec(text.slice(at, at + 2))?.[0]
    if (separator === undefined) break
    if (separator !== '\t') rows.push([])
    at += separator.length
  }
  return rows.filter((row) => row.some((one) => one !== ''))
}

/**
 * The words a column is known by in the first row of a block; without such a row the columns come in this order. `text` says that a
 * column has no figures.
 */
export type PasteColumns = readonly { key: string; words: readonly string[]; text?: boolean }[]

/** The cells of each row under the names of our columns, figures in the notation of our fields. */
export function namedCells(cells: readonly string[][], columns: PasteColumns): Record<string, string>[] {
  const at = cells.slice(0, titlesMaximum).findIndex((row) => isHeadRow(row, columns))
  const rows = at < 0 ? cells : cells.slice(at + 1).filter((row) => !isHeadRow(row, columns))
  const keys = at < 0 ? keysByKind(rows, columns) : headsOf(cells[at] as string[], columns)
  const isFigure = (key: string) => !columns.find((column) => column.key === key)?.text
  const figures = rows.flatMap((row) => row.filter((_, index) => keys[index] !== undefined && isFigure(keys[index])))
  const hasCommas = isCommaDecimal(figures)
  return rows.map((row) =>
    Object.fromEntries(
      row.flatMap((value, index) => {
        const key = keys[index]
        if (key === undefined || value === '') return []
        return [[key, hasCommas && isFigure(key) ? withPoint(value) : value]]
      }),
    ),
  )
}

/** Titles and heads in two rows that are copied with the block. */
const titlesMaximum = 5
const fold = (word: string) => normalizeForSearch(word).replace(/(^|\s)ال(?=\S{2})/g, '$1')

function headsOf(row: readonly string[], columns: PasteColumns): (string | undefined)[] {
  const heads = row.map((head) => columns.find(({ words }) => words.some((word) => fold(word) === fold(head)))?.key)
  return heads.map((key, index) => (heads.indexOf(key) === index ? key : undefined))
}
const isHeadRow = (row: readonly string[], columns: PasteColumns): boolean =>
  headsOf(row, columns).filter((key) => key !== undefined).length >= 2

/**
 * The columns of a block without heads: in our order, or where that puts words into figures by their kind. The first column is always
 * the first of ours: a code may look like a figure.
 */
function keysByKind(rows: readonly string[][], columns: PasteColumns): (string | undefined)[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const kinds = Array.from({ length: width }, (_, index) => kindOf(rows.map((row) => row[index] ?? '')))
  const fits = kinds.every((kind, index) => index === 0 || kind !== 'words' || columns[index]?.text === true)
  if (fits) return columns.map(({ key }) => key)
  const texts = columns.filter(({ text }, index) => index > 0 && text)
  const figures = columns.filter(({ text }, index) => index > 0 && !text)
  return kinds.map((kind, index) => {
    if (index === 0) return columns[0]?.key
    return (kind === 'words' ? texts.shift() : figures.shift())?.key
  })
}

function kindOf(values: readonly string[]): 'words' | 'figures' | 'nothing' {
  const given = values.filter((value) => value !== '')
  if (given.length === 0) return 'nothing'
  return given.some((value) => looksLikeFigure(value)) ? 'figures' : 'words'
}

const plain = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')
const currencies =
  /^(sar|sr|usd|eur|aed|ر\.?\s?س\.?|ريال|[$€£﷼⃁])\s*|\s*(sar|sr|usd|eur|aed|ر\.?\s?س\.?|ريال|[$€£﷼⃁%٪]|cr|dr)$/gi
const looksLikeFigure = (text: string): boolean =>
  /^[-−(]?[\d.,'\s]*\d[\d.,'\s]*\)?[-−]?$/.test(plain(text).replace(currencies, ''))

/** Whether the figures of a block prove a comma before the decimals: 1.234,56 or 12,5. */
function isCommaDecimal(figures: readonly string[]): boolean {
  let [commas, points] = [0, 0]
  for (const figure of figures) {
    const digits = plain(figure).replace(/[^\d.,]/g, '')
    if (/^\d{1,3}(\.\d{3})+,\d+$|^\d+,(\d{1,2}|\d{4,})$/.test(digits)) commas++
    if (/^\d{1,3}(,\d{3})+(\.\d+)?$|^\d+\.(\d{1,2}|\d{4,})$/.test(digits)) points++
  }
  return commas > points
}

/** A figure with a comma before its decimals, in the notation of our fields; a date or a word is left as it is. */
const withPoint = (text: string): string =>
  /^[-−(]?\d{1,3}(\.\d{3})+(,\d+)?\)?[-−]?$|^[-−(]?\d+,\d+\)?[-−]?$/.test(plain(text).replace(currencies, ''))
    ? plain(text).replaceAll('.', '').replace(',', '.')
    : text

/** A pasted figure in the format of our fields: brackets or a minus at the end mean minus, currencies are removed. '' if it is not a number. */
export function pastedFigure(text: string | undefined): string {
  if (text === undefined || !looksLikeFigure(text)) return ''
  const digits = plain(text).replace(currencies, '').replace(/[\s']/g, '').replace(/−/g, '-')
  const isNegative = /^\(.*\)$|^-|-$/.test(digits)
  const parsed = parseDecimal(digits.replace(/[()-]/g, ''))
  return parsed === null ? '' : isNegative && parsed !== '0' ? `-${parsed}` : parsed
}

/** The same; what is not a number stays as it was pasted, so that it is seen and corrected. */
export const pastedOrWritten = (text: string | undefined): string => pastedFigure(text) || (text ?? '')

type NamedOption = { name: string; name_en?: string | null; code?: string | null; number?: string }
type Index = { codes: Map<string, NamedOption>; names: Map<string, NamedOption | null> }
const indexes = new WeakMap<readonly NamedOption[], Index>()

/** Finds a row by its number or code, or else by its name in either language. A name that two rows have is none. */
export function findByName<Row extends NamedOption>(rows: readonly Row[], text: string | undefined): Row | undefined {
  const wanted = normalizeForSearch(text ?? '')
  if (wanted === '') return undefined
  const { codes, names } = indexOf(rows)
  // "110102 - Al Rajhi" is account 110102.
  const leading = /^([^\s]+)\s/.exec(wanted)?.[1] ?? ''
  const numbered = codes.get(leading)
  const found = codes.get(wanted) ?? names.get(wanted) ?? (numbered?.number === undefined ? undefined : numbered)
  return found as Row | undefined
}

/** Made once for a list: five hundred rows are found among ten thousand products. */
function indexOf(rows: readonly NamedOption[]): Index {
  const known = indexes.get(rows)
  if (known) return known
  const index: Index = { codes: new Map(), names: new Map() }
  for (const row of rows) {
    for (const code of [row.number, row.code]) {
      const folded = normalizeForSearch(code ?? '')
      if (folded !== '' && !index.codes.has(folded)) index.codes.set(folded, row)
    }
    for (const folded of new Set([row.name, row.name_en].map((name) => normalizeForSearch(name ?? ''))))
      if (folded !== '') index.names.set(folded, index.names.has(folded) ? null : row)
  }
  indexes.set(rows, index)
  return index
}
