import type { Id, PlannedNumber } from '#server/posting/placeholders.ts'
import type { Plan, Values } from '#server/posting/plan.ts'
import type { DocumentLine, DocumentTax } from '../write-document.ts'
import type { DocumentRow } from './locked-documents.ts'

/** A document with its rows as it is written: columns of `documents`, of `document_lines` and of `document_taxes`. */
export type PlannedDocument = {
  row: { id: number; number?: PlannedNumber | null; entry_id?: Id | null } & Values
  lines: readonly DocumentLine[]
  taxes: readonly DocumentTax[]
}

/** Plans a new document with its rows and taxes. */
export function planNewDocument(plan: Plan, document: PlannedDocument): void {
  plan.add('documents', document.row)
  planRows(plan, document)
}

/** Plans that a document says something else, and what became of it. */
export function planRewrittenDocument(plan: Plan, stored: DocumentRow, document: PlannedDocument): void {
  const { id, created_by: _, posted_at, ...row } = document.row
  const posted = posted_at ? { posted_at: stored.posted_at ?? posted_at } : {}
  plan.change('documents', id, { ...row, ...posted, version: stored.version + 1 })
  plan.remove('document_lines', { document_id: id })
  plan.remove('document_taxes', { document_id: id })
  planRows(plan, document)
}

function planRows(plan: Plan, { lines, taxes }: PlannedDocument): void {
  for (const line of lines) plan.add('document_lines', line)
  for (const tax of taxes) plan.add('document_taxes', tax)
}
