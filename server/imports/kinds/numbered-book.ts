import { foldWord } from '#server/reading/values/words.ts'
import type { ImportBody, ImportBook } from './import-kind.ts'
import { stagedMap } from './staged-map.ts'

/** Records identified by their number within `scopeOf`: a supplier's numbers are its own. */
export function numberedBook(
  field: string,
  stored: Iterable<readonly [id: number, number: string | null, scope?: number]>,
  scopeOf: (body: ImportBody) => unknown = () => '',
): Pick<ImportBook, 'match' | 'add' | 'keep' | 'drop'> {
  const keyOf = (number: unknown, scope: unknown) => `${scope ?? ''} ${foldWord(String(number ?? ''))}`
  const known = stagedMap<number | 'pending'>(
    [...stored].map(([id, number, scope]) => [keyOf(number, scope), id] as const),
  )
  // A number of this file stays pending: its other rows are no record that exists already.
  return {
    match: (body) => known.get(keyOf(body[field], scopeOf(body))),
    add: (body) => known.set(keyOf(body[field], scopeOf(body)), 'pending'),
    keep: known.keep,
    drop: known.drop,
  }
}
