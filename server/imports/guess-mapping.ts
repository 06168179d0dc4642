import { type ImportKindName, importKindOf } from '#contract/imports/import-kinds.ts'
import type { ImportMapping } from '#contract/imports/imports.ts'
import { decimal } from '#ledger/money.ts'
import { balanceHeads } from '#server/reading/balance-heads.ts'
import { guessColumns, headMatches, type KnownColumn } from '#server/reading/guess-columns.ts'
import { readFigure } from '#server/reading/values/figures.ts'
import { choiceOf } from './layout.ts'

type Cells = readonly (readonly string[])[]
export type FileHeads = { heads: readonly string[]; labels: readonly string[]; rows: Cells }

/** The column of the file for each of ours, by its heads and by what the first rows have. */
export function guessMapping(kind: ImportKindName, file: FileHeads, known: readonly KnownColumn[]): ImportMapping {
  const places = guessColumns(file.labels, known)
  const { columns } = importKindOf(kind)
  for (const column of columns) {
    const at = places[column.key]
    if (column.otherwise === undefined || at === undefined) continue
    // If no cell has one of our words, the column has the types of another program.
    const words = file.rows.flatMap((cells) => cells[at] || [])
    if (words.length === 0 || words.some((word) => choiceOf(column, word) !== undefined)) continue
    delete places[column.key]
    places[column.otherwise] ??= at
  }
  for (const { column } of known) if (column.isRate) placeRate(places, column.key, file, known)
  if (kind === 'opening_lines') placeBalance(places, file)
  fillNames(places, file, known)
  return columns.map(({ key }) => ({ column: key, source: places[key] ?? -1 }))
}

/** A column of amounts is no rate: another one of such a head is taken, or none. */
function placeRate(
  places: Record<string, number>,
  key: string,
  { labels, rows }: FileHeads,
  known: readonly KnownColumn[],
) {
  const own = known.find(({ column }) => column.key === key)
  const isRate = (place: number) =>
    rows.every((cells) => {
      const figure = readFigure(cells[place] ?? '')
      return figure === null || decimal(figure).abs().lte(100)
    })
  const at = places[key]
  if (!own || at === undefined || isRate(at)) return
  delete places[key]
  const taken = new Set(Object.values(places))
  const other = headMatches(labels, own).find((place) => !taken.has(place) && isRate(place))
  if (other !== undefined) places[key] = other
}

/** The columns of the closing balance, as the comparison with the earlier system reads them. Without one the user is asked. */
function placeBalance(places: Record<string, number>, { heads, rows }: FileHeads): void {
  const read = balanceHeads(heads, places.net_amount, rows)
  for (const key of ['debit', 'credit', 'net_amount', 'side']) delete places[key]
  const [[debit, ...moreDebits], [credit]] = [read.debits, read.credits]
  if (read.balance !== undefined) {
    places.net_amount = read.balance
    if (read.side !== undefined) places.side = read.side
  } else if (debit !== undefined && credit !== undefined && moreDebits.length === 0)
    Object.assign(places, { debit, credit })
}

/** A column of names with empty cells gives way to another one that names every row: a person has no company. */
function fillNames(places: Record<string, number>, { labels, rows }: FileHeads, known: readonly KnownColumn[]): void {
  const name = known.find(({ column }) => column.key === 'name' && column.isRequired)
  if (!name || places.name === undefined) return
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
  const isFull = (place: number) => filled.every((cells) => (cells[place] ?? '') !== '')
  if (isFull(places.name)) return
  const taken = new Set(Object.values(places))
  const other = headMatches(labels, name).find((place) => !taken.has(place) && isFull(place))
  if (other !== undefined) places.name = other
}
