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

/** The words a column is known by in the first row of a block; without such a row the columns come in this order. */
export type PasteColumns = readonly { key: string; words: readonly string[] }[]

/** The cells of each row under the names of our columns. */
export function namedCells(cells: readonly string[][], columns: PasteColumns): Record<string, string>[] {
  const [first = [], ...rest] = cells
  const fold = (word: string) => normalizeForSearch(word).replace(/(^|\s)ال(?=\S{2})/g, '$1')
  const heads = first.map((head) => columns.find(({ words }) => words.some((word) => fold(word) === fold(head)))?.key)
  const hasHeads = heads.filter((key) => key !== undefined).length >= 2
  const keys = hasHeads ? heads : columns.map(({ key }) => key)
  return (hasHeads ? rest : cells).map((row) =>
    Object.fromEntries(row.flatMap((value, index) => (keys[index] && value !== '' ? [[keys[index], value]] : []))),
  )
}

/**
 * A pasted figure in the format of our fields: brackets mean minus, currencies are removed. '' if it is not a number.
 */
export function pastedFigure(text: string | undefined): string {
  const plain = (text ?? '').replace(/[^\d٠-٩۰-۹.,٫٬()−-]/g, '')
  const isNegative = /^\(.*\)$/.test(plain)
  const parsed = parseDecimal(plain.replace(/[()]/g, ''))
  return parsed === null ? '' : isNegative && parsed !== '0' ? `-${parsed}` : parsed
}

/** Finds a row by its number or code, or else by its name in either language. */
export function findByName<
  Row extends { name: string; name_en?: string | null; code?: string | null; number?: string },
>(rows: readonly Row[], text: string | undefined): Row | undefined {
  const wanted = normalizeForSearch(text ?? '')
  if (wanted === '') return undefined
  const is = (value: string | null | undefined) => normalizeForSearch(value ?? '') === wanted
  return (
    rows.find((row) => is(row.number) || is(row.code)) ??
    rows.find((row) => is(row.name) || is(row.name_en)) ??
    rows.find((row) => row.number !== undefined && wanted.startsWith(`${normalizeForSearch(row.number)} `))
  )
}
