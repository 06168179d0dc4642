import type { NoteKind } from '#contract/documents/notes.ts'
import type { SentLot } from '#contract/fields/lot-rows.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type BaseAmounts, toBaseCurrency } from '#ledger/base-amounts.ts'
import { type Decimal, decimal, type Numeric, round, text } from '#ledger/money.ts'
import { debitNoteRow, type NoteRow, noteRow, noteTotals } from '#ledger/note.ts'
import { applyTaxTreatment, type TreatedTax } from '#ledger/purchase-tax.ts'
import type { Totals } from '#ledger/totals.ts'
import { documentTotals } from '#ledger/totals.ts'
import { inBaseUnit } from '#ledger/unit.ts'
import type { UnitOfRow } from '#server/catalog/units/row-units.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Caller } from '#server/posting/plan.ts'
import type { NotedDocument, NotedRow } from './original-document.ts'

export type NoteLineAsk = {
  line_number: number
  /** The unit of the row, or null for the product's own. */
  product_unit_id?: number | null | undefined
  quantity?: string | null
  price?: string | null
  amount?: string | null
  lots?: readonly SentLot[] | null | undefined
  /** Its goods stay with the customer. */
  stays_delivered?: boolean | undefined
}
export type NoteFigures = {
  /** `stated`: quantity and price in the unit of the row. */
  rows: (NoteRow & {
    of: NotedRow
    stays: boolean
    stated: (UnitOfRow & { price: string }) | null
    lots: readonly SentLot[] | null
  })[]
  totals: Totals
  base: BaseAmounts
  /** The posted tax, after the rules for purchases. */
  posted: TreatedTax
}

/** The note's rows and figures, or every refusal on its row at once. */
export function noteFigures(
  { session }: Caller,
  kind: NoteKind,
  document: NotedDocument,
  asked: readonly NoteLineAsk[],
): NoteFigures {
  const errors: FieldErrors = {}
  const rows = asked.flatMap((ask, index) => {
    const outcome = rowOf(kind, document, asked, index)
    if (!('code' in outcome)) return [outcome]
    const { field, code, available } = outcome
    const given = document.rows.find((row) => row.line_number === ask.line_number)
    errors[`lines.${index}.${field}`] = { code, ...(given && available && { params: { available } }) }
    return []
  })
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  if (rows.every((row) => row.net.eq(0) && row.of.moved === null))
    throw new Refusal('invalid_input', { errors: { 'lines.0.quantity': { code: 'must_be_positive' } } })
  const totals = totalsOf(kind, document, rows)
  if (kind.lowers && leftOf(document).lt(totals.total)) throw new Refusal('exceeds_document', { field: 'lines' })
  const { decimals } = session.organization
  const given = kind.lowers ? whatIsLeft(document, totals) : {}
  const base = toBaseCurrency({ totals, exchange_rate: document.row.exchange_rate, decimals, given })
  const treatments = kind.side.name === 'purchases' ? document.taxes.map((tax) => tax.treatment) : []
  const posted = applyTaxTreatment(totals, base, treatments, { document: document.decimals, base: decimals })
  return { rows, totals, base, posted }
}

/**
 * The note that completes a document takes the rest in base currency, so a foreign document credited in parts leaves
 * nothing. In base currency the figures are complete themselves.
 */
function whatIsLeft({ row, credited }: NotedDocument, { subtotal, tax }: Totals): { net?: Decimal; tax?: Decimal } {
  if (decimal(row.exchange_rate).eq(1)) return {}
  const completes = (whole: Numeric, before: Numeric, now: Decimal) => decimal(before).plus(now).eq(decimal(whole))
  const left = (whole: Numeric, before: Numeric) => decimal(whole).minus(decimal(before))
  return {
    ...(completes(row.subtotal, credited.subtotal, subtotal) && { net: left(row.net_base, credited.net_base) }),
    ...(completes(row.tax, credited.tax, tax) && { tax: left(row.tax_base, credited.tax_base) }),
  }
}

/** The part of a document that earlier notes, and invoices that deducted an advance, leave. */
function leftOf({ row }: NotedDocument): Decimal {
  const taken =
    row.kind === 'advance_invoice' ? decimal(row.credited).plus(row.advances_deducted) : decimal(row.credited)
  return decimal(row.total).minus(taken)
}

type RowRefusal = { code: string; field: string; available?: string }

function rowOf(
  kind: NoteKind,
  document: NotedDocument,
  asked: readonly NoteLineAsk[],
  index: number,
): NoteFigures['rows'][number] | RowRefusal {
  const ask = asked[index] as NoteLineAsk
  const of = document.rows.find((row) => row.line_number === ask.line_number)
  if (!of) return { code: 'unknown_row', field: 'line_number' }
  if (asked.findIndex((other) => other.line_number === ask.line_number) < index)
    return { code: 'row_repeated', field: 'line_number' }
  const hasQuantity = (ask.quantity ?? null) !== null
  // Goods go back or the price changes; a debit note has no goods to move.
  if (hasQuantity === ((ask.amount ?? null) !== null) || (hasQuantity && !kind.lowers))
    return { code: 'quantity_or_amount', field: 'amount' }
  if (!round(ask.amount ?? 0, document.decimals).eq(ask.amount ?? 0))
    return { code: 'too_many_decimals', field: 'amount' }
  if (ask.product_unit_id && (ask.product_unit_id !== of.product_unit_id || !hasQuantity))
    return { code: 'note_other_unit', field: 'product_unit_id' }
  const unit = ask.product_unit_id && ask.quantity ? of.stated : null
  const quantity = unit ? inBaseUnit(ask.quantity ?? 0, unit.content) : ask.quantity
  if (quantity === null && hasQuantity) return { code: 'unit_quantity_inexact', field: 'quantity' }
  const request = { quantity, price: ask.price, amount: ask.amount, content: unit?.content }
  const outcome = kind.lowers ? noteRow(of, request, document.decimals) : debitNoteRow(ask)
  if ('refused' in outcome) return { code: outcome.refused, field: outcome.field, available: text(outcome.available) }
  // Free goods are returned without value; sold goods are not.
  const isGivenAway = outcome.is_return && outcome.price.eq(of.price)
  if (decimal(outcome.net).lte(0) && !isGivenAway)
    return { code: 'must_be_positive', field: outcome.is_return ? 'price' : 'amount' }
  const stays = ask.stays_delivered ?? false
  // Only goods of a delivery note can stay: others moved with their invoice.
  if (stays && (!outcome.is_return || !of.delivered || kind.name !== 'credit_note'))
    return { code: 'goods_not_delivered', field: 'stays_delivered' }
  const stated = unit && {
    product_unit_id: of.product_unit_id,
    unit_quantity: ask.quantity,
    unit_content: text(decimal(unit.content)),
    price: ask.price ?? text(decimal(unit.price)),
  }
  return { ...outcome, of, stays, stated, lots: ask.lots ?? null }
}

function totalsOf(kind: NoteKind, document: NotedDocument, rows: NoteFigures['rows']): Totals {
  const { decimals } = document
  if (kind.lowers)
    return noteTotals(
      rows.map(({ net, gross, of }) => ({ net, gross, tax_key: of.tax_key })),
      document.taxes,
      decimals,
    )
  const lines = rows.map(({ quantity, price, of: { tax_key, tax_rate } }) => ({ quantity, price, tax_rate, tax_key }))
  return documentTotals({ lines, decimals })
}
