import type { NoteKind } from '#contract/documents/note-kinds.ts'
import type { NoteDraft } from '#contract/documents/notes.ts'
import { type Decimal, decimal, parseDecimal, ratio, text } from '#ledger/money.ts'
import { debitNoteRow, noteRow, noteTotals } from '#ledger/note.ts'
import { documentTotals, type Totals } from '#ledger/totals.ts'
import { inBaseUnit, inUnit } from '#ledger/unit.ts'
import { type LotRow, sentLots } from '../lots/lotRow.ts'
import type { NoteRecord } from './NoteRecord.ts'

/** A row of the form: every row of the document, most of them unchanged. */
export type NoteLineRow = {
  line_number: number
  /** In the product's own unit, or in that of the row of the document. */
  quantity: string
  /** The unit of that row; '' is the product's own. */
  product_unit_id?: string
  price: string
  amount: string
  /** Delivered goods that are credited and stay with the customer. */
  stays_delivered?: boolean
  /** The batches or serial numbers that come back. */
  lots?: LotRow[]
}
export const emptyLines = (draft: NoteDraft): NoteLineRow[] =>
  draft.lines.map(({ line_number, price }) => ({ line_number, quantity: '', price: String(price), amount: '' }))

/** The rows of another note on the same document; what is not left any more is refused when it is saved. */
export const copiedLines = (draft: NoteDraft, items: readonly CopiedItem[]): NoteLineRow[] =>
  emptyLines(draft).map((row) => {
    const item = items.find(({ reference_line }) => reference_line === row.line_number)
    if (!item) return row
    const { base_quantity, product_unit_id, price, net, is_return } = item
    if (!is_return) return { ...row, amount: String(net) }
    return { ...row, quantity: String(base_quantity), price: product_unit_id === null ? String(price) : row.price }
  })
type CopiedItem = Pick<
  NoteRecord['items'][number],
  'reference_line' | 'is_return' | 'base_quantity' | 'product_unit_id' | 'price' | 'net'
>

const isTouched = ({ quantity, amount }: NoteLineRow) => quantity.trim() !== '' || amount.trim() !== ''

/** The rows that say something; the price goes along only with goods. */
export const sentLines = (rows: readonly NoteLineRow[]) =>
  rows.filter(isTouched).map(({ line_number, quantity, product_unit_id, price, amount, stays_delivered, lots }) => {
    if (quantity.trim() === '') return { line_number, amount }
    const named = lots && lots.length > 0 && { lots: sentLots(lots) }
    const returned = { line_number, quantity, price, amount: amount || undefined, ...named }
    const stated = product_unit_id ? { ...returned, product_unit_id } : returned
    return stays_delivered ? { ...stated, stays_delivered } : stated
  })

/** The row's place among those that are sent: the server counts these. */
export const sentIndex = (rows: readonly NoteLineRow[], index: number): number =>
  rows.slice(0, index).filter(isTouched).length

export const returnable = (line: NoteDraft['lines'][number]): Decimal =>
  decimal(line.quantity).minus(decimal(line.returned_quantity))
export const creditable = (line: NoteDraft['lines'][number]): Decimal =>
  decimal(line.net).minus(decimal(line.credited_net))

/**
 * The remaining part of each row, at the row's price. If a note reduced that price, at the reduced one: the document's
 * own price would be refused. Goods credited completely cannot be returned without value.
 */
export const returnedLines = (draft: NoteDraft): NoteLineRow[] =>
  draft.lines.map((line) => {
    const { line_number } = line
    const quantity = returnable(line)
    const price = returnPrice(line, quantity, draft.currency.decimals)
    if (price === null) return { line_number, quantity: '', price: String(line.price), amount: '' }
    return { line_number, quantity: shown(quantity), price: shown(price), amount: '' }
  })

/** A millionth less where what is left does not divide evenly: a halala too much would be refused. */
function returnPrice(line: NoteDraft['lines'][number], quantity: Decimal, decimals: number): Decimal | null {
  if (quantity.lte(0)) return null
  const price = decimal(line.price)
  const lowered = ratio(creditable(line), 1, quantity, 6)
  const isTaken = (asked: Decimal) => {
    const outcome = noteRow(line, { quantity, price: asked }, decimals)
    return !('refused' in outcome) && (outcome.net.gt(0) || price.eq(0))
  }
  return [price, lowered, lowered.minus('0.000001')].find(isTaken) ?? null
}

/** The note's figures by the very functions the server uses; a row that is not yet a figure counts nothing. */
export function draftTotals(kind: NoteKind, draft: NoteDraft, rows: readonly NoteLineRow[]): Totals {
  const { decimals } = draft.currency
  const figures = rows.filter(isTouched).flatMap((row) => {
    const line = draft.lines.find((one) => one.line_number === row.line_number)
    const tax = draft.taxes.find((one) => one.key === line?.tax_key)
    const ask = line && askOf(row, line)
    if (!line || !tax || !ask) return []
    const outcome = kind.lowers ? noteRow(line, ask, decimals) : debitNoteRow(ask)
    return 'refused' in outcome ? [] : [{ ...outcome, tax_key: line.tax_key, tax_rate: tax.rate }]
  })
  return kind.lowers ? noteTotals(figures, draft.taxes, decimals) : documentTotals({ lines: figures, decimals })
}

function askOf({ quantity, product_unit_id, price, amount }: NoteLineRow, { stated }: NoteDraft['lines'][number]) {
  const given =
    quantity.trim() === ''
      ? { amount: parseDecimal(amount) }
      : { quantity: parseDecimal(quantity), price: parseDecimal(price) }
  if (Object.values(given).some((value) => value === null || value.startsWith('-'))) return null
  if (!product_unit_id || !stated || !given.quantity) return given
  return { ...given, quantity: inBaseUnit(given.quantity, stated.content) ?? '0', content: stated.content }
}

const shown = (value: Decimal): string => text(value)

/** The same quantity in the other unit, where it is exact, at the price of that unit. */
export function returnedInOtherUnit(
  row: NoteLineRow,
  line: NoteDraft['lines'][number],
  product_unit_id: string,
): NoteLineRow {
  const { stated } = line
  const typed = parseDecimal(row.quantity)
  const convert = product_unit_id === '' ? inBaseUnit : inUnit
  const quantity = stated && typed ? (convert(typed, stated.content) ?? '') : row.quantity
  const price = product_unit_id === '' ? line.price : (stated?.price ?? line.price)
  return { ...row, product_unit_id, quantity, price: String(price) }
}
