import { decimal, ratio, round, text } from '#ledger/money.ts'
import type { ImportBody } from './import-kind.ts'

/** Decimals that the rows of a document take. */
const figureScale = 6
const percentScale = 2
const amountScale = 2

/**
 * Figures of more decimals than we store, rounded where the file has a total: the total confirms them, or the document is refused. A finer
 * percentage becomes the amount that it comes to.
 */
export function rowFigures(row: ImportBody, hasTotal: boolean): ImportBody {
  if (!hasTotal) return row
  const { quantity, price, discount_percent } = row
  const own = { ...row, ...roundedTo('quantity', quantity), ...roundedTo('price', price) }
  if (!isFiner(discount_percent, percentScale) || row.discount_amount !== undefined || !quantity || !price) return own
  const whole = decimal(String(quantity)).times(decimal(String(price)))
  const amount = ratio(whole, String(discount_percent), 100, amountScale)
  return { ...own, discount_percent: undefined, discount_amount: text(amount) }
}

/** The first column of a row with a figure that was rounded. */
export const roundedColumn = (row: ImportBody): string | undefined =>
  isFiner(row.discount_percent, percentScale)
    ? 'discount_percent'
    : ['quantity', 'price'].find((column) => isFiner(row[column], figureScale))

const isFiner = (figure: unknown, scale: number): boolean =>
  figure !== undefined && !round(String(figure), scale).eq(String(figure))
const roundedTo = (column: string, figure: unknown): ImportBody =>
  isFiner(figure, figureScale) ? { [column]: text(round(String(figure), figureScale)) } : {}
