import { guessColumns, type KnownColumn } from './guess-columns.ts'
import { foldWord } from './values/words.ts'

export type FoundHeads = {
  /** The index of the row above the first record. */
  at: number
  /** As they are shown: of two rows, «الرصيد الختامي - دائن». */
  heads: string[]
  /** What each column is recognized by. */
  labels: string[]
}

/** Also by the lower row alone, which may say each side several times. */
type HeadReadings = FoundHeads & { readings: readonly (readonly string[])[] }

export const headsJoint = ' - '

/** The heads, in one row or in two: the row or pair that names the most columns. Programs write a title above them. */
export function findHeads(rows: readonly (readonly string[])[], known: readonly KnownColumn[]): FoundHeads {
  let best: FoundHeads & { count: number } = { at: 0, heads: [], labels: [], count: -1 }
  for (const at of rows.keys())
    for (const one of [oneRow(rows, at), twoRows(rows, at, known)]) {
      if (!one) continue
      const count = Math.max(...one.readings.map((labels) => Object.keys(guessColumns(labels, known)).length))
      // The lower row names each side several times: only both rows tell the columns apart.
      const isClearer = count === best.count && one.at === best.at && hasDoubles(best.labels) && !hasDoubles(one.labels)
      if (count > best.count || isClearer) best = { ...one, count }
    }
  return { at: best.at, heads: best.heads, labels: best.labels }
}

/** The heads of a row that a person chose, with those above it if they are merged over its columns. */
export function headsAt(rows: readonly (readonly string[])[], at: number, known: readonly KnownColumn[]): FoundHeads {
  return twoRows(rows, at, known) ?? oneRow(rows, at)
}

function oneRow(rows: readonly (readonly string[])[], at: number): HeadReadings {
  const heads = [...(rows[at] ?? [])]
  return { at, heads, labels: heads, readings: [heads] }
}

function twoRows(rows: readonly (readonly string[])[], at: number, known: readonly KnownColumn[]): HeadReadings | null {
  const [upper, lower] = [rows[at - 1], rows[at]]
  const spread = upper && lower && spreadHeads(upper, lower)
  if (!spread) return null
  const heads = spread.map((above, index) => [above, lower[index] ?? ''].filter(Boolean).join(headsJoint))
  const isKnown = (label: string) => Object.keys(guessColumns([label], known)).length > 0
  const isAlone = (label: string) => lower.filter((one) => foldWord(one) === foldWord(label)).length === 1
  const labels = heads.map((head, index) => {
    const own = lower[index] ?? ''
    if (own !== '' && isAlone(own) && isKnown(own)) return own
    return isKnown(head) || own !== '' ? head : (upper[index] ?? '')
  })
  return { at, heads, labels, readings: [labels, heads.map((_, index) => lower[index] || upper[index] || '')] }
}

/**
 * The upper heads above each column, where some are merged over several columns; NULL if none is. A head with nothing below it is of
 * its own column. A single text over all columns is a title.
 */
function spreadHeads(upper: readonly string[], lower: readonly string[]): string[] | null {
  const width = Math.max(upper.length, lower.length)
  let above = ''
  let isMerged = false
  const spread = Array.from({ length: width }, (_, index) => {
    const [over, own] = [upper[index] ?? '', lower[index] ?? '']
    if (over === '' && own !== '' && above !== '') isMerged = true
    if (over !== '') above = own === '' ? '' : over
    return over !== '' ? over : own === '' ? '' : above
  })
  const own = spread.filter((head, index) => head !== '' && head === upper[index])
  const isTitle = own.length === 1 && spread.every((head, index) => head !== '' || (lower[index] ?? '') === '')
  const hasFigures = [...upper, ...lower].some(
    (cell) => /^[\d.,٠-٩٫٬]*\d[\d.,٠-٩٫٬]*$/.test(cell) && !/^\d{4}$/.test(cell),
  )
  return isMerged && !isTitle && !hasFigures ? spread : null
}

const hasDoubles = (labels: readonly string[]): boolean => {
  const named = labels.filter((label) => label !== '').map(foldWord)
  return new Set(named).size < named.length
}
