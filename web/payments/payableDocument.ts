import { customsDeclarations } from '#contract/documents/customs.ts'
import { documents } from '#contract/documents/document-calls.ts'
import { notes } from '#contract/documents/notes.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Resource } from '#contract/kit/resource.ts'
import type { OpenDocument } from './referenceRow.ts'

type Payable = { resource: unknown; number: string; date: string }
const others: Record<string, Payable> = {
  advance_invoice: { resource: documents.advance_invoice, number: 'invoice_number', date: 'invoice_date' },
  debit_note: { resource: notes.debit_note, number: 'note_number', date: 'note_date' },
  customs_declaration: { resource: customsDeclarations, number: 'declaration_number', date: 'declaration_date' },
}

/** The start of a payment (`?document=7&kind=debit_note`), in the form of a document of its side. */
export function payableOf(side: Side, kind: string | undefined) {
  const own = { resource: documents[side.document], number: side.numberField, date: side.dateField }
  const { resource, number, date } = others[kind ?? ''] ?? own
  return {
    resource: resource as Resource,
    read: (record: unknown): OpenDocument => {
      const row = record as OpenDocument
      return { ...row, [side.numberField]: row[number], [side.dateField]: row[date] }
    },
  }
}
