import { sql } from 'kysely'
import type { ImportColumn } from '#contract/imports/import-columns.ts'
import { importKindOf } from '#contract/imports/import-kinds.ts'
import type { ImportWords } from '#contract/imports/imports.ts'
import type { Context } from '#server/core/context.ts'
import type { ImportBook } from './kinds/import-kind.ts'
import { rulesOf } from './kinds/rules-of.ts'
import { choiceOf } from './read-row.ts'
import { layoutOf, requireKind, rowsOne, storedImport } from './stored-import.ts'
import { readFigure } from './values/figures.ts'
import { foldWord, readTruth } from './values/words.ts'

/** Words of a column that are looked at, the most frequent first, and those that are shown. */
const lookedAt = 500
const shown = 100
const wordTypes: readonly ImportColumn['type'][] = ['choice', 'truth', 'reference', 'figure']

/**
 * The words of the file in the columns that take one of some words or a record by its name, and what each means. Of records and figures
 * only those that mean nothing here, or were given a meaning.
 */
export async function importWords(context: Context, id: number): Promise<ImportWords> {
  const stored = await storedImport(context, id)
  requireKind(context, stored.kind)
  const { columns, mapping, meanings, options } = layoutOf(stored)
  const { labels } = importKindOf(stored.kind)
  const book = await rulesOf[stored.kind].open(context, () => rowsOne(context.db, stored))
  const found: ImportWords['columns'] = []
  for (const column of columns) {
    const source = mapping.find((one) => one.column === column.key)?.source ?? -1
    if (source < 0 || !wordTypes.includes(column.type)) continue
    const means = (word: string) => isKnown(column, word, book, options.decimal_mark)
    const words = (await wordsIn(context, id, source))
      .map(({ word, count }) => {
        const to =
          meanings.find((one) => one.column === column.key && foldWord(one.from) === foldWord(word))?.to ?? null
        return { from: word, count, to, is_known: means(to ?? word) }
      })
      .filter(({ to, is_known }) => column.type === 'choice' || column.type === 'truth' || to !== null || !is_known)
      .slice(0, shown)
    if (words.length > 0)
      found.push({
        ...{ column: column.key, label: context.services.words.label(context.language, labels, column.key) },
        ...{ choices: choicesOf(context, column), words },
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

function choicesOf({ services, language }: Context, { type, choices }: ImportColumn) {
  const values = type === 'truth' ? ['yes', 'no'] : Object.keys(choices ?? {})
  return values.map((value) => ({
    value,
    label: services.words.say(language, [`imports:choices.${value}`], { defaultValue: value }),
  }))
}

async function wordsIn({ db, session }: Context, id: number, source: number) {
  const { rows } = await sql<{ word: string; count: number }>`
    SELECT btrim(cells ->> ${source}::integer) AS word, count(*)::integer AS count FROM import_rows
    WHERE organization_id = ${session.organization_id} AND import_id = ${id} AND btrim(cells ->> ${source}::integer) <> ''
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${lookedAt}`.execute(db)
  return rows
}
