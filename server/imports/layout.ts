import type { ImportColumn } from '#contract/imports/import-columns.ts'
import type { ImportMapping, ImportOptions, ImportValues } from '#contract/imports/imports.ts'
import { foldWord } from '#server/reading/values/words.ts'

export type Layout = {
  columns: readonly ImportColumn[]
  heads: readonly string[]
  mapping: ImportMapping
  meanings: ImportValues
  options: ImportOptions
}

/** How many columns there are up to the last one with a heading. */
export const namedWidth = (heads: readonly string[]): number => heads.findLastIndex((head) => head !== '') + 1

/** The value of a column of choices that a cell of the file means. */
export function choiceOf({ choices = {} }: ImportColumn, cell: string): string | undefined {
  const folded = joined(cell)
  return Object.entries(choices).find(
    ([value, words]) => value === cell || words.some((word) => joined(word) === folded),
  )?.[0]
}

/** "PartiallyPaid" matches "partially paid". */
const joined = (word: string) => foldWord(word).replaceAll(' ', '')
