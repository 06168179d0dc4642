import { noteKinds } from '#contract/documents/note-kinds.ts'
import { advances, sales } from '#contract/documents/sides.ts'
import type { PublicPage } from '#contract/sharing/public-page.ts'
import type { SharedKind } from '#contract/sharing/shared-kinds.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { printedDocument } from '#server/documents/pdf/document-pdf.ts'
import { readDocumentOfKind } from '#server/documents/read-document.ts'
import { mayBeHandedOver } from '#server/e-invoicing/shown-e-document.ts'
import { printedNote } from '#server/notes/note-pdf.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

/** Which paper a delivery carries. */
export type PaperKey = { kind: SharedKind; id: number }
/** What a paper says of itself to those who send and read it. */
export type SharedPaper = Pick<PublicPage, 'number' | 'date' | 'due_date' | 'currency' | 'state'> & {
  version: number
  is_draft: boolean
  /** A tax invoice, which sending issues. */
  is_tax_invoice: boolean
  party_id: number
  party: PublicPage['party']
  seller: Pick<PublicPage['seller'], 'name' | 'name_en' | 'logo'>
  total: string
  remaining: string | null
  /** Not while the authority has not cleared it. */
  is_handed_over: boolean
  has_xml: boolean
}

export async function readSharedPaper(context: Context, { kind, id }: PaperKey): Promise<SharedPaper> {
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
    version: row.version,
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

type Standing = { is_void: boolean; is_overdue: boolean; remaining_amount: string; paid_amount: string }

function stateOf({ isDue }: SharedKind, row: Standing): PublicPage['state'] {
  if (row.is_void) return 'void'
  if (!isDue) return 'issued'
  if (decimal(row.remaining_amount).eq(0)) return 'paid'
  if (row.is_overdue) return 'overdue'
  return decimal(row.paid_amount).gt(0) ? 'partially_paid' : 'unpaid'
}

/** The paper itself, as it prints. Refuses what the authority has not cleared. */
export function printSharedPaper(context: Context, { kind, id }: PaperKey): Promise<PdfPaper> {
  switch (kind.name) {
    case 'invoice':
      return printedDocument(context, sales, id)
    case 'advance_invoice':
      return printedDocument(context, advances, id)
    default:
      return printedNote(context, noteKinds[kind.name], id)
  }
}
