import { type Decimal, decimal, max, min, type Numeric, ratio, round, split, sum, zero } from './money.ts'
import type { Totals } from './totals.ts'
import { priceOfBase } from './unit.ts'

/** A row of the document that a note corrects, with what earlier notes took off it: in the product's own unit. */
export type NotedLine = {
  quantity: Numeric
  price: Numeric
  /** The unit that the row states, with its price, of which `price` is a rounded part. */
  stated?: { content: Numeric; price: Numeric } | null | undefined
  net: Numeric
  returned_quantity: Numeric
  credited_net: Numeric
  /** Quantity × price is not what it came to: it was discounted, or its price included tax. Its pieces are worth their part of its net. */
  is_proportional?: boolean
  /** What the customer was charged for the row, tax included, where its price included tax: its pieces come back at their part of it. */
  gross?: Numeric | null | undefined
}
/** What a note requests for a row: returned goods (at the row's price unless a lower one is given), or an amount. */
export type NoteRequest = {
  quantity?: Numeric | null
  price?: Numeric | null
  amount?: Numeric | null
  /** How many of the product's own unit the price is for. */
  content?: Numeric | null | undefined
}
/** `discount` is the difference between quantity × price and the net. `gross` is null where the rate decides the tax. */
export type NoteRow = {
  quantity: Decimal
  price: Decimal
  net: Decimal
  discount: Decimal
  is_return: boolean
  gross: Decimal | null
}
export type NoteRefusal = {
  refused: 'exceeds_returnable' | 'price_above_document' | 'exceeds_line'
  field: 'quantity' | 'price' | 'amount'
  available: Decimal
}

/**
 * A row of a note that lowers its document (accounting rule 4.10 `credit_note`): never more goods than were sold, never
 * more money than the remaining amount of the row. The last returned piece takes exactly the rest of the row.
 */
export function noteRow(line: NotedLine, request: NoteRequest, decimals: number): NoteRow | NoteRefusal {
  const rest = decimal(line.net).minus(decimal(line.credited_net))
  if (isGiven(request.quantity)) return returnedRow(line, decimal(request.quantity), request, rest, decimals)
  const amount = decimal(request.amount ?? 0)
  if (amount.gt(rest)) return { refused: 'exceeds_line', field: 'amount', available: rest }
  return { quantity: decimal(1), price: amount, net: amount, discount: zero, is_return: false, gross: null }
}

/** A row of a debit note: an additional amount, independent of the amount of the row. */
export function debitNoteRow({ amount }: NoteRequest): NoteRow {
  const raised = decimal(amount ?? 0)
  return { quantity: decimal(1), price: raised, net: raised, discount: zero, is_return: false, gross: null }
}

const isGiven = (value: Numeric | null | undefined): value is Numeric =>
  value !== undefined && value !== null && !decimal(value).eq(0)

function returnedRow(
  line: NotedLine,
  quantity: Decimal,
  { price: asked, content }: NoteRequest,
  rest: Decimal,
  decimals: number,
): NoteRow | NoteRefusal {
  const returnable = decimal(line.quantity).minus(decimal(line.returned_quantity))
  const price = content && hasFigure(asked) ? priceOfBase(asked, content) : decimal(asked ?? line.price)
  if (quantity.gt(returnable)) return { refused: 'exceeds_returnable', field: 'quantity', available: returnable }
  if (price.gt(decimal(line.price))) {
    return { refused: 'price_above_document', field: 'price', available: decimal(line.price) }
  }
  const isFullPrice = price.eq(decimal(line.price))
  const whole = isFullPrice ? wholeOf(line, quantity, decimals) : ratio(quantity, asked ?? 0, content ?? 1, decimals)
  // Pieces of a discounted row take their part of its amount, including the discount.
  const part = line.is_proportional ? ratio(line.net, quantity, line.quantity, decimals) : whole
  if (whole.gt(part) && !isFullPrice)
    return { refused: 'price_above_document', field: 'price', available: ratio(line.net, 1, line.quantity, decimals) }
  const net = isFullPrice ? part : whole
  const isCharged = isFullPrice && line.gross !== undefined && line.gross !== null
  const gross = isCharged ? ratio(line.gross ?? 0, quantity, line.quantity, decimals) : null
  const row = (worth: Decimal): NoteRow => {
    const discount = isFullPrice && line.is_proportional ? max(whole.minus(worth), zero) : zero
    return { quantity, price, net: worth, discount, is_return: true, gross }
  }
  const isLast = quantity.eq(returnable) && isFullPrice
  // Only rounding may differ: an earlier price reduction is reported, not silently applied.
  if (isLast && net.minus(rest).abs().lte(rounding(decimals))) return row(rest)
  if (net.gt(rest)) return { refused: 'exceeds_line', field: 'quantity', available: rest }
  return row(net)
}

const hasFigure = (value: Numeric | null | undefined): value is Numeric => value !== undefined && value !== null

/** A quantity at the price of the row; exact where that is for a unit. */
const wholeOf = ({ price, stated }: NotedLine, quantity: Decimal, decimals: number): Decimal =>
  stated ? ratio(quantity, stated.price, stated.content, decimals) : round(quantity.times(decimal(price)), decimals)

/** Half a unit of rounding for each of ten parts: more parts than that are credited by amount. */
const rounding = (decimals: number) => decimal(`5e-${decimals}`)

export type NotedTax = {
  key: string
  rate: Numeric
  base: Numeric
  tax: Numeric
  credited_base: Numeric
  credited_tax: Numeric
}

/**
 * The figures of a note that reduces its document. Tax is rounded once per category, as on the document; goods whose price
 * included tax come back at what was charged for them. The note that completes a category takes exactly its remaining
 * tax, so a document credited in parts is credited to the last halala.
 */
export function noteTotals(
  rows: readonly { net: Decimal; tax_key: string; gross?: Decimal | null }[],
  taxes: readonly NotedTax[],
  decimals: number,
): Totals {
  const keys = [...new Set(rows.map((row) => row.tax_key))]
  const lines = rows.map(({ net, tax_key, gross = null }) => {
    const rate = find(taxes, tax_key).rate
    const tax = taxOf(net, gross, rate, decimals)
    return { tax_key, net, tax, total: net.plus(tax), tax_share: zero, discount: zero, discount_share: zero }
  })
  const categories = keys.map((key) => {
    const own = lines.filter((line) => line.tax_key === key)
    const base = sum(own.map((line) => line.net))
    const grosses = rows.filter((row) => row.tax_key === key).map(({ gross = null }) => gross)
    const gross = grosses.every((one) => one !== null) ? sum(grosses) : null
    const tax = categoryTax(find(taxes, key), base, gross, decimals)
    const shares = split(
      tax,
      own.map((line) => line.net),
      decimals,
    )
    for (const [index, line] of own.entries()) line.tax_share = shares[index] ?? zero
    return { key, rate: decimal(find(taxes, key).rate), base, tax, discount: zero }
  })
  const subtotal = sum(lines.map((line) => line.net))
  const tax = sum(categories.map((category) => category.tax))
  return { lines, taxes: categories, subtotal, discount: zero, tax, total: subtotal.plus(tax) }
}

function categoryTax(category: NotedTax, base: Decimal, gross: Decimal | null, decimals: number): Decimal {
  const restBase = decimal(category.base).minus(decimal(category.credited_base))
  const restTax = decimal(category.tax).minus(decimal(category.credited_tax))
  return base.eq(restBase) ? restTax : min(taxOf(base, gross, category.rate, decimals), restTax)
}

/** What was charged for it, where that is within a unit of its rate; otherwise the tax of its rate. Never below zero. */
function taxOf(base: Decimal, gross: Decimal | null, rate: Numeric, decimals: number): Decimal {
  const ofRate = ratio(base, rate, 100, decimals)
  if (gross === null || decimal(rate).eq(0)) return ofRate
  const charged = gross.minus(base)
  const isWithinUnit = charged
    .minus(ofRate)
    .abs()
    .lte(decimal(`1e-${decimals}`))
  return isWithinUnit ? max(charged, zero) : ofRate
}

function find(taxes: readonly NotedTax[], key: string): NotedTax {
  const tax = taxes.find((one) => one.key === key)
  if (!tax) throw new Error(`the document has no tax ${key}`)
  return tax
}
