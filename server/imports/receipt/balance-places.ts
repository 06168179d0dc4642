import { guessColumns, type KnownColumn } from '../reading/guess-columns.ts'
import { foldWord } from '../values/words.ts'

/** The columns of a report of balances. Several of a side are added up: what was brought forward, and the movement. */
export type BalancePlaces = {
  /** The row of the heads. */
  at: number
  number: number | undefined
  name: number | undefined
  balance: number | undefined
  /** Debit or credit as a word next to the balance. */
  side: number | undefined
  debits: readonly number[]
  credits: readonly number[]
}

const headsWithin = 20

/** The heads of a report in one row, or in two where one names the period and the other the side. */
export function placeBalances(
  rows: readonly (readonly string[])[],
  known: readonly KnownColumn[],
): BalancePlaces | null {
  let best: { places: BalancePlaces; score: number } | null = null
  for (const [at, row] of rows.slice(0, headsWithin).entries())
    for (const heads of [row, at > 0 ? twoRows(rows[at - 1] as string[], row) : null]) {
      if (!heads) continue
      const places = placed(heads, known, at)
      const score = scoreOf(places)
      if (score > (best?.score ?? 0)) best = { places, score }
    }
  return best && withUnnamed(best.places, rows)
}

/** A merged head is above the columns to its right too. */
function twoRows(upper: readonly string[], lower: readonly string[]): string[] {
  let above = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    above = upper[index] || above
    return `${above} ${lower[index] ?? ''}`.trim()
  })
}

function placed(heads: readonly string[], known: readonly KnownColumn[], at: number): BalancePlaces {
  const folded = heads.map(foldWord)
  const isOfBoth = (head: string) => debitSign.test(head) && creditSign.test(head)
  const side = folded.findIndex(isOfBoth)
  const ofOne = folded.map((head) => (isOfBoth(head) ? '' : head))
  const debits = sidesOf(ofOne, debitSign)
  const credits = sidesOf(ofOne, creditSign)
  const taken = new Set([...debits.all, ...credits.all, side])
  const places = guessColumns(
    heads.map((head, index) => (taken.has(index) ? '' : head)),
    known.filter(({ column }) => !['debit', 'credit'].includes(column.key)),
  )
  const isSided = debits.used.length > 0 && credits.used.length > 0
  return {
    ...{ at, number: places.number, name: places.name },
    // A column of both sides says less than one of each.
    balance: isSided ? undefined : places.balance,
    side: side < 0 ? undefined : side,
    debits: isSided ? debits.used : [],
    credits: isSided ? credits.used : [],
  }
}

const scoreOf = ({ number, name, balance, debits, credits }: BalancePlaces): number =>
  [number, name, balance].filter((place) => place !== undefined).length +
  (debits.length > 0 && credits.length > 0 ? 2 : 0)

// Words as they are folded.
export const debitSign = /(^| )(debit|debits|dr|مدين|مدينه)( |$)/
export const creditSign = /(^| )(credit|credits|cr|داين|داينه)( |$)/
const closing =
  /(^| )(closing|ending|end|final|net|ytd|year to date|ختامي|ختاميه|نهايي|صافي|اخر مده|رصيد مدين|رصيد داين)( |$)/
const opening = /(^| )(opening|initial|beginning|brought forward|افتتاحي|افتتاحيه|اول مده|سابق|سابقه)( |$)/

/** The closing balance where it is named or is the last of three; otherwise what was brought forward and the movement. */
function sidesOf(heads: readonly string[], sign: RegExp): { all: number[]; used: number[] } {
  const all = heads.flatMap((head, index) => (sign.test(head) ? [index] : []))
  const ofClosing = all.filter((index) => closing.test(heads[index] as string))
  const last = all.at(-1)
  if (ofClosing.length > 0) return { all, used: ofClosing.slice(-1) }
  if (all.length === 2 && all.some((index) => opening.test(heads[index] as string))) return { all, used: all }
  return { all, used: last === undefined ? [] : [last] }
}

/** QuickBooks writes no head above the names: they are the first column that has none and holds texts. */
function withUnnamed(places: BalancePlaces, rows: readonly (readonly string[])[]): BalancePlaces | null {
  const hasAmount = places.balance !== undefined || places.debits.length > 0
  if (!hasAmount) return null
  if ((places.name ?? places.number) !== undefined) return places
  const heads = rows[places.at] ?? []
  const body = rows.slice(places.at + 1)
  const used = new Set([places.balance, ...places.debits, ...places.credits])
  const width = Math.max(...body.map((row) => row.length), 0)
  for (let index = 0; index < width; index++)
    if (!heads[index] && !used.has(index) && body.some((row) => /\p{L}/u.test(row[index] ?? '')))
      return { ...places, name: index }
  return places
}
