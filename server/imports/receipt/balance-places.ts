import { balanceHeads } from '#server/reading/balance-heads.ts'
import { guessColumns, type KnownColumn } from '#server/reading/guess-columns.ts'
import { headsAt } from '#server/reading/head-rows.ts'

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
  let best: { places: BalancePlaces | null; score: number } = { places: null, score: 0 }
  for (const [at, row] of rows.slice(0, headsWithin).entries())
    for (const heads of new Set([row, headsAt(rows, at, known).heads])) {
      const places = placed(heads, known, at, rows.slice(at + 1))
      const score = scoreOf(places)
      const isClearer = score === best.score && at === best.places?.at && heads !== row
      if (score > best.score || isClearer) best = { places, score }
    }
  return best.places && withUnnamed(best.places, rows)
}

function placed(
  heads: readonly string[],
  known: readonly KnownColumn[],
  at: number,
  body: readonly (readonly string[])[],
): BalancePlaces {
  const { sided } = balanceHeads(heads, undefined, body)
  const places = guessColumns(
    heads.map((head, index) => (sided.has(index) ? '' : head)),
    known.filter(({ column }) => !['debit', 'credit'].includes(column.key)),
  )
  const { balance, side, debits, credits } = balanceHeads(heads, places.balance, body)
  return { at, number: places.number, name: places.name, balance, side, debits, credits }
}

const scoreOf = ({ number, name, balance, debits, credits }: BalancePlaces): number =>
  [number, name, balance].filter((place) => place !== undefined).length +
  (debits.length > 0 && credits.length > 0 ? 2 : 0)

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
