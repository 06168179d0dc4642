import { decimal, text } from '#ledger/money.ts'
import { type DecimalMark, readFigure } from '#server/reading/values/figures.ts'
import { foldWord } from '#server/reading/values/words.ts'

export type Side = 'in' | 'out'
/** A cell with an amount: without its sign, the sign, and the side or the currency that the cell names. */
export type CellFigure = { amount: string; isNegative: boolean; side: Side | null }

/** A figure, `null` for none, `unreadable` for a cell that says another thing. */
export function cellFigure(cell: string, mark: DecimalMark): CellFigure | 'unreadable' | null {
  const { figure, side } = withoutSide(withoutCurrency(cell).rest)
  if (/^[-–—\s]*$/.test(figure)) return null
  const read = readFigure(figure.replace(/^(.*\d)\s*\+\s*$/, '$1'), mark)
  if (read === null) return 'unreadable'
  return { amount: text(decimal(read).abs()), isNegative: read.startsWith('-'), side }
}

/** `1,250.00 DR`, `CR 500`, `٥٠٠ مدين`: the side is not part of the figure. */
export function withoutSide(cell: string): { figure: string; side: Side | null } {
  const found = /^\s*(cr|dr|c|d|دائن|مدين)(?=[\s.\d(\u0660-\u0669-])\.?\s*|\s*(cr|dr|c|d|دائن|مدين)\.?\s*$/iu.exec(cell)
  if (!found) return { figure: cell, side: null }
  const side = (found[1] ?? found[2] ?? '').toLowerCase()
  return { figure: cell.replace(found[0], ''), side: side.startsWith('c') || side === 'دائن' ? 'in' : 'out' }
}

const signs: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '﷼': 'SAR', '⃁': 'SAR', SR: 'SAR', RS: 'SAR' }
const riyal = /ر\.?\s?س\.?|ريال(?: سعودي)?/

/** `USD 100`, `100.00 SR`, `€5`: the currency is not part of the figure. */
export function withoutCurrency(cell: string): { rest: string; currency: string | null } {
  const arabic = riyal.exec(cell)
  if (arabic) return { rest: cell.replace(arabic[0], ' ').trim(), currency: 'SAR' }
  const found = /(?<![A-Za-z])(?!DR|CR)([A-Z]{3}|SR)(?![A-Za-z])|[$€£﷼⃁]/.exec(cell)
  if (!found || !/\d|[\u0660-\u0669]/.test(cell)) return { rest: cell, currency: null }
  return { rest: cell.replace(found[0], ' ').trim(), currency: signs[found[0]] ?? found[0] }
}

/** The currency that a cell names: a code, or the riyal by its name. */
export const namedCurrency = (cell: string): string | null =>
  riyal.test(cell) || /\bsaudi riyals?\b/i.test(cell)
    ? 'SAR'
    : (/(?<![A-Za-z])([A-Z]{3})(?![A-Za-z])/.exec(cell)?.[1] ?? null)

export const signed = ({ amount }: CellFigure, side: Side): string =>
  side === 'out' && amount !== '0' ? `-${amount}` : amount

/** A balance: overdrawn with a minus, brackets or DR. */
export function balanceOf(cell: string, mark: DecimalMark): string | null {
  const figure = cellFigure(cell, mark)
  if (figure === null || figure === 'unreadable') return null
  return signed(figure, (figure.side ?? (figure.isNegative ? 'out' : 'in')) as Side)
}

/** Words that name the side only as the whole cell: "Debit card" and "Credit transfer" are kinds of lines that go either way. */
const sideWords: Readonly<Record<Side, readonly string[]>> = {
  out: ['d', 'dr', 'debit', 'dbit', 'مدين', 'مدينة', 'خصم', 'out', 'عليه'],
  in: ['c', 'cr', 'credit', 'crdt', 'دائن', 'دائنة', 'in', 'اضافه', 'له'],
}
/** Words that name it within a text: "حوالة صادرة". */
const wayWords: Readonly<Record<Side, readonly string[]>> = {
  out: ['withdrawal', 'سحب', 'صادر', 'صادره', 'outgoing'],
  in: ['deposit', 'ايداع', 'وارد', 'وارده', 'incoming'],
}
const sidesOf = (words: Readonly<Record<Side, readonly string[]>>): ReadonlyMap<string, Side> =>
  new Map((['out', 'in'] as const).flatMap((side) => words[side].map((word) => [foldWord(word), side] as const)))
const ways = sidesOf(wayWords)
const sides = new Map([...sidesOf(sideWords), ...ways])

/** The side that a cell of a column of directions names. */
export function sideNamed(cell: string): Side | null {
  const words = foldWord(cell).split(' ')
  const whole = new Set(words.map((word) => sides.get(word) ?? null))
  if (whole.size === 1) return [...whole][0] as Side | null
  const named = new Set(words.flatMap((word) => ways.get(word) ?? []))
  return named.size === 1 ? ([...named][0] as Side) : null
}
