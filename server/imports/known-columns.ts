import { type ImportKindName, importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import type { KnownColumn } from '#server/reading/guess-columns.ts'
import { foldWord } from '#server/reading/values/words.ts'

/** The columns of a kind with the words they are known by: our own labels in both languages, and those of other programs. */
export function knownColumns({ services }: Pick<Context, 'services'>, kind: ImportKindName): KnownColumn[] {
  const { columns, labels } = importKindOf(kind)
  const { words } = services
  return columns.map((column) => ({
    column,
    words: [
      ...(column.before ?? []),
      words.label('ar', labels, column.key),
      words.label('en', labels, column.key),
      ...column.heads,
      // The id of another program is no name.
      ...(column.key.endsWith('_id') ? [] : [column.key]),
    ].map(foldWord),
  }))
}
