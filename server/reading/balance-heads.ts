import { decimal } from '#ledger/money.ts'
import { type DecimalMark, provenMark, readFigure, readSided } from './values/figures.ts'
import { foldWord } from './values/words.ts'

/** The columns of the balance at the end of a table of balances: one, or one for each side. */
export type BalanceHeads = {
  balance: number | undefined
  /** The column that says "debit" or "credit" for the balance. */
  side: number | undefined
  /** Several are added: opening balance and movement, where no closing balance is there. */
  debits: readonly number[]
  credits: readonly number[]
  /** Columns of sides, whether or not they are used. */
  sided: ReadonlySet<number>
}

// These patterns match folded words.
export const debitSign = /(^| )(debit|debits|dr|مدين|مدينه)( |$)/
export const creditSign = /(^| )(credit|credits|cr|داين|داينه)( |$)/
const closing =
  /(^| )(closing|ending|end|final|net|ytd|year to date|ختامي|ختاميه|نهايي|نهايه|صافي|اخر مده|رصيد مدين|رصيد داين)( |$)/
const opening = /(^| )(opening|initial|beginning|start|brought forward|افتتاحي|افتتاحيه|بدايه|اول مده|سابق|سابقه)( |$)/
const moved = /(^| )(movement|movements|period|turnover|during|month|transactions|حركه|حركات|خلال|فتره)( |$)/

type Rows = readonly (readonly string[])[]

/**
 * The closing balance comes before every movement: as a pair of columns that says so, or as one column of figures with a sign. What is
 * not certain is none. `known` is the column that is known as one by its head.
 */
export function balanceHeads(heads: readonly string[], known: number | undefined, body: Rows): BalanceHeads {
  const folded = heads.map(foldWord)
  const isOfBoth = (head: string) => debitSign.test(head) && creditSign.test(head)
  const side = folded.findIndex(isOfBoth)
  const ofOne = folded.map((head) => (isOfBoth(head) ? '' : head))
  const all = { debits: indexesOf(ofOne, debitSign), credits: indexesOf(ofOne, creditSign) }
  const common = {
    side: side < 0 ? undefined : side,
    sided: new Set([...all.debits, ...all.credits, ...indexesOf(folded, debitSign)]),
  }
  const isEnding = (head: string, index: number) =>
    !common.sided.has(index) && closing.test(head) && /(^| )(balance|رصيد)( |$)/.test(head)
  const ends = folded.findIndex(isEnding)
  const isOpened = known !== undefined && opening.test(folded[known] as string)
  const balance = ends >= 0 ? ends : isOpened ? undefined : known
  const asBalance: BalanceHeads = { ...common, balance, debits: [], credits: [] }
  const asPair = (debits: readonly number[], credits: readonly number[]): BalanceHeads => ({
    ...common,
    balance: undefined,
    debits,
    credits,
  })
  const pairs = pairsOf(all)
  if (pairs.length === 0) return asBalance
  const ending = pairs.filter(([debit]) => closing.test(folded[debit] as string)).at(-1)
  if (ending) return asPair([ending[0]], [ending[1]])
  const [first] = pairs
  const last = pairs.at(-1)
  if (!first || !last) return asBalance
  if (balance !== undefined && body.some((cells) => (cells[balance] ?? '') !== '')) {
    if (pairs.length === 1 && isNetOf(body, balance, first)) return asPair([first[0]], [first[1]])
    const isSigned = common.side !== undefined || hasSigns(body, balance)
    return isSigned ? asBalance : { ...asBalance, balance: undefined }
  }
  const isOpening = ([debit]: Pair) => opening.test(folded[debit] as string)
  const hasOpeningColumn = folded.some(
    (head, index) => opening.test(head) && !/(^| )(date|تاريخ)( |$)/.test(head) && !common.sided.has(index),
  )
  if (pairs.length === 2 && isOpening(first) && !isOpening(last))
    return asPair([first[0], last[0]], [first[1], last[1]])
  // Movements without the balance that they follow are no balance.
  if (hasOpeningColumn || (pairs.length === 1 && moved.test(folded[first[0]] as string))) return asPair([], [])
  return asPair([last[0]], [last[1]])
}

type Pair = readonly [debit: number, credit: number]
const indexesOf = (heads: readonly string[], sign: RegExp): number[] =>
  heads.flatMap((head, index) => (sign.test(head) ? [index] : []))
const pairsOf = ({ debits, credits }: { debits: readonly number[]; credits: readonly number[] }): Pair[] =>
  debits.length === credits.length ? debits.map((debit, index) => [debit, credits[index] as number] as const) : []

/** Whether each balance is the debit less the credit of its row, with or without its sign. */
function isNetOf(body: Rows, balance: number, [debit, credit]: Pair): boolean {
  const mark = markOf(body)
  return body.every((cells) => {
    const [net, one, other] = [balance, debit, credit].map((place) => figureOf(cells[place] ?? '', mark))
    if (net === null || one === null || other === null) return true
    return decimal(net as string)
      .abs()
      .eq(
        decimal(one as string)
          .minus(other as string)
          .abs(),
      )
  })
}

/** Whether some balances say that they are credits. */
const hasSigns = (body: Rows, balance: number): boolean => {
  const mark = markOf(body)
  return body.some((cells) => {
    const figure = readSided(cells[balance] ?? '', mark)
    return figure?.startsWith('-') || /(^|[^a-z])(cr|دائن)([^a-z]|$)/i.test(cells[balance] ?? '')
  })
}

const markOf = (body: Rows): DecimalMark => provenMark(body.flat()) ?? '.'
const figureOf = (cell: string, mark: DecimalMark): string | null => (cell === '' ? '0' : readFigure(cell, mark))
