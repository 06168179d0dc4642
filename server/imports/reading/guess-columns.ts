import type { ImportColumn } from '#contract/imports/import-columns.ts'
import { foldWord } from '../values/words.ts'

/** The words a column is known by, folded: its own labels in both languages first. */
export type KnownColumn = { column: ImportColumn; words: readonly string[] }

/** The column of the file for each of ours, by its head; -1 for none. */
export function guessColumns(heads: readonly string[], known: readonly KnownColumn[]): Record<string, number> {
  const folded = heads.map(foldWord)
  const taken = new Set<number>()
  const found: Record<string, number> = {}
  const passes = [equals, contains]
  for (const matches of passes)
    for (const { column, words } of known) {
      if (found[column.key] !== undefined) continue
      const at = folded.findIndex(
        (head, index) => head !== '' && !taken.has(index) && words.some((word) => matches(head, word)),
      )
      if (at < 0) continue
      found[column.key] = at
      taken.add(at)
    }
  return found
}

const equals = (head: string, word: string) => head === word
/** "Customer name (required)" is a name. */
const contains = (head: string, word: string) => word.length > 4 && ` ${head} `.includes(` ${word} `)

/** The row of the first ones that names the most columns: programs write a title above. */
export function headRowOf(rows: readonly (readonly string[])[], known: readonly KnownColumn[]): number {
  let best = { index: 0, count: 0 }
  for (const [index, cells] of rows.entries()) {
    const count = Object.keys(guessColumns(cells, known)).length
    if (count > best.count) best = { index, count }
  }
  return best.index
}
