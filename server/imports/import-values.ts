import { sql } from 'kysely'
import type { ImportColumn } from '#contract/imports/import-columns.ts'
import { importKindOf } from '#contract/imports/import-kinds.ts'
import type { ImportWords } from '#contract/imports/import-words.ts'
import type { Context } from '#server/core/context.ts'
import { readFigure } from '#server/reading/values/figures.ts'
import { readTruth } from '#server/reading/values/words.ts'
import { choicesInWords } from './choices-in-words.ts'
import type { ImportBook } from './kinds/import-kind.ts'
import { choiceOf } from './layout.ts'
import { meaningFinder } from './read-row.ts'
import { rulesOf } from './rules-of.ts'
import { layoutOf, requireKind, rowsOne, storedImport } from './stored-import.ts'

/** How many words of a column are examined, the most frequent first, and how many are shown. */
const lookedAt = 500
const shown = 100
/** Document numbers are looked up when a row is written: the document may come from the same package. */
const lookedUpLater = 'reference_id'
const wordTypes: readonly ImportColumn['type'][] = ['choice', 'truth', 'reference', 'figure']

/**
 * The words of the file in columns of choices, references and figures, with their meaning. Words of references and figures are listed
 * only if they are unknown or the user gave them a meaning.
 */
export async function importWords(context: Context, id: number): Promise<ImportWords> {
  const stored = await storedImport(context, id)
  requireKind(context, stored.kind)
  if (stored.isPackage) return { columns: [] }
  const { columns, mapping, meanings, options } = layoutOf(stored)
  const { labels } = importKindOf(stored.kind)
  const book = await rulesOf[stored.kind].open(context, () => rowsOne(context.db, stored))
  const meaningOf = meaningFinder(meanings)
  const sourceOf = (key: string) => mapping.find((one) => one.column === key)?.source ?? -1
  const wordy = columns.filter(
    ({ key, type }) => sourceOf(key) >= 0 && wordTypes.includes(type) && key !== lookedUpLater,
  )
  const required = wordy.map(({ key, unless }) => ({ source: sourceOf(key), unless: unless ? sourceOf(unless) : -1 }))
  const wordsOf = await wordsIn(context, id, required)
  const found: ImportWords['columns'] = []
  for (const column of wordy) {
    const means = (word: string) =>
      isKnown(column, word, book, options.decimal_mark) || book.passes?.({ [column.key]: word }) !== undefined
    const words = (wordsOf.get(sourceOf(column.key)) ?? [])
      .map(({ word, count }) => {
        const to = meaningOf(column.key, word) ?? null
        return { from: word, count, to, is_known: means(to ?? word), means: choiceMeant(column, to ?? word) }
      })
      .filter(({ to, is_known }) => column.type === 'choice' || column.type === 'truth' || to !== null || !is_known)
      .slice(0, shown)
    if (words.length > 0)
      found.push({
        column: column.key,
        label: context.services.words.label(context.language, labels, column.key),
        choices: book.choices?.[column.key] ?? choicesOf(context, column),
        words,
      })
  }
  return { columns: found }
}

function isKnown(column: ImportColumn, word: string, book: ImportBook, mark: '.' | ','): boolean {
  if (column.type === 'choice') return choiceOf(column, word) !== undefined
  if (column.type === 'truth') return readTruth(word) !== undefined
  if (column.type === 'figure') return readFigure(word, mark) !== null
  return book.resolve[column.key]?.(word) !== undefined
}

function choiceMeant(column: ImportColumn, word: string): string | null {
  if (column.type === 'choice') return choiceOf(column, word) ?? null
  const truth = column.type === 'truth' ? readTruth(word) : undefined
  return truth === undefined ? null : truth === 'true' ? 'yes' : 'no'
}

function choicesOf(context: Context, { type, choices }: ImportColumn) {
  return choicesInWords(context, type === 'truth' ? ['yes', 'no'] : Object.keys(choices ?? {}))
}

type CountedWord = { source: number; word: string; count: number }

/**
 * The most frequent words of each of these columns of the file, of rows where the column of `unless` is empty. The rows are read once for
 * all columns.
 */
async function wordsIn(
  { db, session }: Context,
  id: number,
  asked: readonly { source: number; unless: number }[],
): Promise<Map<number, CountedWord[]>> {
  const { rows } = await sql<CountedWord>`
    SELECT source, word, count FROM (
      SELECT source, word, count(*)::integer AS count, row_number() OVER (PARTITION BY source ORDER BY count(*) DESC, word) AS place
      FROM import_rows
      CROSS JOIN unnest(${asked.map(({ source }) => source)}::integer[], ${asked.map(({ unless }) => unless)}::integer[]) AS asked (source, unless)
      CROSS JOIN LATERAL (SELECT btrim(cells ->> source) AS word) AS said
      WHERE organization_id = ${session.organization_id} AND import_id = ${id} AND word <> ''
        AND (unless < 0 OR coalesce(btrim(cells ->> unless), '') = '') GROUP BY source, word) AS counted
    WHERE place <= ${lookedAt} ORDER BY source, place`.execute(db)
  return Map.groupBy(rows, ({ source }) => source)
}
