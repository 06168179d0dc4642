import type { StatementColumn } from '#contract/imports/bank-sheet.ts'
import { guessColumns, headRowOf } from '#server/reading/guess-columns.ts'
import { findHeads } from '#server/reading/head-rows.ts'
import { readDay } from '#server/reading/values/days.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { knownSheetColumns } from './sheet-columns.ts'

/** The positions of the columns of a table. */
export type SheetPlaces = Partial<Record<StatementColumn, number>>
/** What is remembered of a bank account: the heads of its tables, folded, and what each column is. */
export type SheetLayout = { heads: readonly string[]; columns: SheetPlaces }
export type PlacedSheet = {
  /** The row of the heads; -1 for a table without. */
  at: number
  places: SheetPlaces
  isRemembered: boolean
}

const headsWithin = 40

/** The columns as they are remembered, where the table has their heads; otherwise as the heads say. */
export function placeSheet(cells: readonly (readonly string[])[], layout: SheetLayout | null): PlacedSheet {
  return (layout && remembered(cells, layout)) ?? guessed(cells)
}

/** The first row that has a day where these columns say; -1 if none has. */
export const firstLine = (cells: readonly (readonly string[])[], { date, value_date }: SheetPlaces): number =>
  cells.slice(0, headsWithin).findIndex((row) => readDay(row[date ?? value_date ?? -1] ?? '') !== null)

function remembered(cells: readonly (readonly string[])[], { heads, columns }: SheetLayout): PlacedSheet | null {
  const wanted = Object.entries(columns) as [StatementColumn, number][]
  if (heads.length === 0)
    return firstLine(cells, columns) === 0 ? { at: -1, places: columns, isRemembered: true } : null
  for (const [at, row] of cells.slice(0, headsWithin).entries()) {
    const folded = row.map(foldWord)
    // A bank that adds a column shifts the others: they are found by their heads.
    const isSame = heads.every((head, index) => (folded[index] ?? '') === head)
    const places = wanted.map(
      ([key, place]) => [key, isSame ? place : folded.indexOf(heads[place] ?? '\u0000')] as const,
    )
    if (places.every(([, place]) => place >= 0))
      return { at, places: Object.fromEntries(places) as SheetPlaces, isRemembered: true }
  }
  return null
}

function guessed(cells: readonly (readonly string[])[]): PlacedSheet {
  const first = cells.slice(0, headsWithin)
  const at = headRowOf(first, knownSheetColumns)
  const merged = findHeads(first, knownSheetColumns)
  // Heads in two rows, merged above one another: "Amount" over "Debit" and "Credit".
  const candidates = [
    { at: merged.at, heads: merged.labels },
    { at, heads: cells[at] ?? [] },
    { at: at + 1, heads: mergedHeads(cells[at] ?? [], cells[at + 1] ?? []) },
    { at, heads: mergedHeads(cells[at - 1] ?? [], cells[at] ?? []) },
  ].map((one) => ({ at: one.at, places: guessColumns(one.heads, knownSheetColumns) as SheetPlaces }))
  const best = candidates.reduce((most, one) => (countOf(one.places) > countOf(most.places) ? one : most))
  return { ...best, isRemembered: false }
}

const countOf = (places: SheetPlaces): number => Object.keys(places).length

/** Of each column the lower head, or the upper one where it has none. */
const mergedHeads = (upper: readonly string[], lower: readonly string[]): string[] =>
  Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => lower[index] || upper[index] || '')

/** A day, and an amount in one column or two. */
export const isComplete = (places: SheetPlaces): boolean =>
  (places.date ?? places.value_date) !== undefined &&
  (places.amount !== undefined || places.debit !== undefined || places.credit !== undefined)
