import { foldWord } from '#server/reading/values/words.ts'
import { stagedMap } from './staged-map.ts'

/** Records by their folded names and codes. A name that two records share means neither. */
export function nameIndex(rows: Iterable<readonly [number, ...(string | null | undefined)[]]>) {
  const found = stagedMap<number | 'several'>()
  const add = (id: number, names: readonly (string | null | undefined)[]) => {
    for (const name of new Set(names.map((one) => foldWord(one ?? '')))) {
      if (name === '') continue
      const known = found.get(name)
      found.set(name, known === undefined || known === id ? id : 'several')
    }
  }
  for (const [id, ...names] of rows) add(id, names)
  found.keep()
  const find = (text: string): number | undefined => {
    const id = found.get(foldWord(text))
    return typeof id === 'number' ? id : undefined
  }
  return { add, find, keep: found.keep, drop: found.drop }
}
export type NameIndex = ReturnType<typeof nameIndex>
