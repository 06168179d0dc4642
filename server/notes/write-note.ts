import { memoOf } from '#contract/documents/memo-fields.ts'
import type { NoteKind } from '#contract/documents/notes.ts'
import type { NoteReason } from '#contract/e-invoice/note-reasons.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import type { Totals } from '#ledger/totals.ts'
import { unitColumns } from '#server/catalog/units/row-units.ts'
import { isTaxInvoice } from '#server/documents/lock-document.ts'
import type { PlannedDocument } from '#server/documents/posting/plan-document-rows.ts'
import { costOf } from '#server/documents/write-document.ts'
import type { Id, PlannedNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { lotsColumn, type StatedLot } from '#server/stock/lots/row-lots.ts'
import type { NoteFigures } from './note-figures.ts'
import type { NotedDocument } from './original-document.ts'

type WrittenNote = {
  id: number
  number: PlannedNumber
  date: string
  place_id: number | null
  reason: string
  reason_code: NoteReason | null
  entry_id: Id | null
  figures: NoteFigures
  costs: readonly (Decimal | null)[]
  lots: readonly (StatedLot[] | null)[]
  /** The part that its own document used. */
  used: { amount: Decimal; base: Decimal }
}

/** The note as a document of its own, written once as what it becomes. */
export function newNote(
  caller: Caller,
  kind: NoteKind,
  { row, taxes }: NotedDocument,
  { id, number, date, place_id, reason, reason_code, entry_id, figures, costs, lots, used }: WrittenNote,
): PlannedDocument {
  const { totals, base } = figures
  const { party_kind, party_id, branch_id, currency_id, exchange_rate, tax_id } = row
  const note = {
    id,
    number,
    kind: kind.name,
    document_date: date,
    due_date: date,
    party_kind,
    party_id,
    branch_id,
    place_id,
    currency_id,
    exchange_rate,
    tax_id,
    audience: row.audience,
    reference_id: row.id,
    reason,
    reason_code,
    entry_id,
    state: 'posted',
    // Supply, order and contract are those of what it corrects.
    ...memoOf(row),
    notes: null,
    subtotal: text(totals.subtotal),
    tax: text(totals.tax),
    total: text(totals.total),
    net_base: text(base.net),
    tax_base: text(base.tax),
    total_base: text(base.total),
    cost_base: text(costOf(costs)),
    settled: text(used.amount),
    settled_base: text(used.base),
    status: settlementStatus({ posted: true, total: totals.total, settled: used.amount }, kind.side),
    posted_at: caller.now,
    is_tax_invoice: isTaxInvoice(kind.name, caller),
    created_by: caller.session.user_id,
  }
  const isBase = currency_id === caller.session.organization.currency_id
  return { row: note, lines: linesOf(id, figures, { costs, lots }, isBase), taxes: taxesOf(id, totals, taxes) }
}

const linesOf = (
  document_id: number,
  { rows, totals, base }: NoteFigures,
  { costs, lots }: Pick<WrittenNote, 'costs' | 'lots'>,
  isBase: boolean,
) =>
  rows.map(({ of, quantity, price, discount, is_return, stays, stated }, index) => ({
    document_id,
    line_number: index + 1,
    reference_line: of.line_number,
    is_return,
    // Quantity that is given back is no longer invoiced. Where no goods came back, its order is open again.
    order_line_id: is_return ? of.order_line_id : null,
    goods_line_id: stays ? of.delivered : null,
    reopens_order: is_return && of.order_line_id !== null && (stays || (costs[index] ?? null) === null),
    product_id: of.product.id,
    product_name: of.product_name,
    product_name_en: of.product_name_en,
    quantity: text(quantity),
    ...unitColumns(stated ?? {}),
    lots: lotsColumn(lots[index]),
    price: stated?.price ?? text(price),
    tax_id: of.tax_id,
    tax_rate: of.tax_rate,
    cost_center_id: of.cost_center_id,
    // The row's discount and its share of the document's are one on a note.
    discount: text(discount),
    discount_share: '0',
    discount_amount: discount.gt(0) ? text(discount) : null,
    net: text(totals.lines[index]?.net ?? zero),
    tax: text(totals.lines[index]?.tax ?? zero),
    tax_share: text(totals.lines[index]?.tax_share ?? zero),
    net_base: text(base.lines[index] ?? zero),
    tax_base: isBase ? null : text(base.tax_shares[index] ?? zero),
    cost_base: text(costs[index] ?? zero),
  }))

const taxesOf = (document_id: number, totals: Totals, taxes: NotedDocument['taxes']) =>
  totals.taxes.map((tax) => {
    const own = taxes.find((one) => one.key === tax.key)
    return {
      document_id,
      tax_key: tax.key,
      tax_id: own?.tax_id ?? null,
      category: own?.category ?? 'O',
      rate: text(tax.rate),
      assessed_rate: own?.treatment.reverse_charge ? text(decimal(own.treatment.rate)) : null,
      exemption_code: own?.exemption_code ?? null,
      exemption_reason: own?.exemption_reason ?? null,
      exemption_reason_en: own?.exemption_reason_en ?? null,
      discount: '0',
      base: text(tax.base),
      tax: text(tax.tax),
    }
  })

type Original = { id: number; credited: string; note_count: number; version: number }

/** Plans how much of the document is credited and how many notes refer to it; negative when a note is voided. */
export function planOriginal(plan: Plan, original: Original, credited: Decimal, notes: 1 | -1): void {
  plan.change('documents', original.id, {
    credited: text(decimal(original.credited).plus(credited)),
    note_count: original.note_count + notes,
    version: original.version + 1,
  })
}
