import { noteKinds } from '#contract/documents/note-kinds.ts'
import { advances, purchases, sales } from '#contract/documents/sides.ts'
import { goodsKinds } from '#contract/goods/goods-kinds.ts'
import { orderKinds } from '#contract/orders/order-kinds.ts'
import type { PublicPage } from '#contract/sharing/public-page.ts'
import type { SharedKind } from '#contract/sharing/shared-kinds.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { printedDocument } from '#server/documents/pdf/document-pdf.ts'
import { readDocumentOfKind } from '#server/documents/read-document.ts'
import { mayBeHandedOver } from '#server/e-invoicing/shown-e-document.ts'
import { printedNote } from '#server/notes/note-pdf.ts'
import { goodsPaper } from '#server/papers/goods-paper.ts'
import { orderPaper } from '#server/papers/order-paper.ts'
import { voucherPaper } from '#server/papers/voucher-paper.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { printSharedCertificate, readSharedCertificate } from './shared-certificate.ts'
import { readSharedGoodsNote } from './shared-goods-note.ts'
import { readSharedOrder } from './shared-order.ts'
import type { PaperKey, SharedPaper } from './shared-paper-facts.ts'
import { printStatement, readStatement, requireStatementParty } from './shared-statement.ts'
import { readVoucher } from './shared-voucher.ts'

export async function readSharedPaper(context: Context, key: PaperKey): Promise<SharedPaper> {
  switch (key.kind.name) {
    case 'income_payment':
      return readVoucher(context, sales, key.id)
    case 'expense_payment':
      return readVoucher(context, purchases, key.id)
    case 'customer_statement':
      return readStatement(context, sales, key)
    case 'supplier_statement':
      return readStatement(context, purchases, key)
    case 'withholding_certificate':
      return readSharedCertificate(context, key)
    case 'quotation':
    case 'sales_order':
    case 'purchase_order':
      return readSharedOrder(context, orderKinds[key.kind.name], key.id)
    case 'delivery_note':
    case 'goods_receipt':
      return readSharedGoodsNote(context, goodsKinds[key.kind.name], key.id)
    default:
      return readSharedDocument(context, key)
  }
}

/** Papers of a party over some days, which are read with the days alone. */
const isOfParty = ({ name }: SharedKind) => name.endsWith('_statement') || name === 'withholding_certificate'

/** Whether the record is there, at the least cost. */
export async function requireSharedRecord(context: Context, key: PaperKey): Promise<void> {
  if (isOfParty(key.kind)) await requireStatementParty(context, key.kind.name, key.id)
  else await readSharedPaper(context, key)
}

async function readSharedDocument(context: Context, { kind, id }: PaperKey): Promise<SharedPaper> {
  const row = await readDocumentOfKind(context, kind.name, id)
  const isHandedOver = row.e_document
    ? row.e_document.state !== 'rejected' && mayBeHandedOver(row.e_document)
    : !row.awaits_stamp
  return {
    number: row.number,
    date: row.date,
    due_date: kind.isDue ? (row.printed?.due_date ?? row.due_date) : null,
    currency: row.currency,
    state: stateOf(kind, row),
    is_draft: row.state === 'draft',
    is_tax_invoice: row.is_tax_invoice,
    party_id: row.party_id,
    party: row.party,
    seller: row.organization,
    total: row.total,
    remaining: kind.isDue ? row.remaining_amount : null,
    is_handed_over: isHandedOver && row.state === 'posted',
    has_xml: isHandedOver && row.e_document !== null,
  }
}

type PaperState = {
  is_void: boolean
  is_overdue: boolean
  remaining_amount: string
  paid_amount: string
  retained?: string
}

function stateOf({ isDue }: SharedKind, row: PaperState): PublicPage['state'] {
  if (row.is_void) return 'void'
  if (!isDue) return 'issued'
  // What is retained is not due, and not paid either.
  if (decimal(row.remaining_amount).eq(0)) return decimal(row.retained ?? 0).gt(0) ? 'partially_paid' : 'paid'
  if (row.is_overdue) return 'overdue'
  return decimal(row.paid_amount).gt(0) ? 'partially_paid' : 'unpaid'
}

/** The paper itself, as it prints. Refuses what the authority has not cleared. */
export function printSharedPaper(context: Context, key: PaperKey): Promise<PdfPaper> {
  const { kind, id } = key
  switch (kind.name) {
    case 'invoice':
      return printedDocument(context, sales, id)
    case 'advance_invoice':
      return printedDocument(context, advances, id)
    case 'income_payment':
      return voucherPaper(context, sales, id)
    case 'expense_payment':
      return voucherPaper(context, purchases, id)
    case 'customer_statement':
      return printStatement(context, sales, key)
    case 'supplier_statement':
      return printStatement(context, purchases, key)
    case 'withholding_certificate':
      return printSharedCertificate(context, key)
    case 'quotation':
    case 'sales_order':
    case 'purchase_order':
      return orderPaper(context, orderKinds[kind.name], id)
    case 'delivery_note':
    case 'goods_receipt':
      return goodsPaper(context, goodsKinds[kind.name], id)
    default:
      return printedNote(context, noteKinds[kind.name], id)
  }
}
