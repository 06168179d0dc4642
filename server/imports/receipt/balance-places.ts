import { guessColumns, type KnownColumn } from '../reading/guess-columns.ts'
import { foldWord } from '../values/words.ts'

/** The positions of the columns in a report of balances. Several debits, or several credits, are added: opening balance and movement. */
export type BalancePlaces = {
  /** The index of the heading row. */
  at: number
  number: number | undefined
  name: number | undefined
  balance: number | undefined
  /** The column that says "debit" or "credit" for the balance. */
  side: number | undefined
  debits: readonly number[]
  credits: readonly number[]
}

const headsWithin = 20

/** Finds the headings in one row, or in two rows if the upper one names the period and the lower one the side. */
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

/** Joins two heading rows. A merged cell of the upper one applies to the columns after it too. */
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
    // Separate columns of debit and credit are preferred to a balance.
    balance: isSided ? undefined : places.balance,
    side: side < 0 ? undefined : side,
    debits: isSided ? debits.used : [],
    credits: isSided ? credits.used : [],
  }
}

const scoreOf = ({ number, name, balance, debits, credits }: BalancePlaces): number =>
  [number, name, balance].filter((place) => place !== undefined).length +
  (debits.length > 0 && credits.length > 0 ? 2 : 0)

// These patterns match folded words.
export const debitSign = /(^| )(debit|debits|dr|مدين|مدينه)( |$)/
export const creditSign = /(^| )(credit|credits|cr|داين|داينه)( |$)/
const closing =
  /(^| )(closing|ending|end|final|net|ytd|year to date|ختامي|ختاميه|نهايي|صافي|اخر مده|رصيد مدين|رصيد داين)( |$)/
const opening = /(^| )(opening|initial|beginning|brought forward|افتتاحي|افتتاحيه|اول مده|سابق|سابقه)( |$)/

/** The column of the closing balance: the one that says so, or the last. Without it, opening balance and movement are both used. */
function sidesOf(heads: readonly string[], sign: RegExp): { all: number[]; used: number[] } {
  const all = heads.flatMap((head, index) => (sign.test(head) ? [index] : []))
  const ofClosing = all.filter((index) => closing.test(heads[index] as string))
  const last = all.at(-1)
  if (ofClosing.length > 0) return { all, used: ofClosing.slice(-1) }
  if (all.length === 2 && all.some((index) => opening.test(heads[index] as string))) return { all, used: all }
  return { all, used: last === undefined ? [] : [last] }
}

/** QuickBooks has no heading above the names: they are in the first column with texts and without a heading. */
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
