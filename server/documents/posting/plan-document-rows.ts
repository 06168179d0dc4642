import type { PlannedNumber } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import type { NewDocument } from '../insert-documents.ts'

export type PlannedDocument = Pick<NewDocument, 'lines' | 'taxes'> & {
  row: { id: number; number: PlannedNumber | null } & Record<string, unknown>
}

/** Plans a new document with its rows and taxes. */
export function planNewDocument(plan: Plan, { row, lines, taxes }: PlannedDocument): void {
  plan.add('documents', row)
  for (const line of lines) plan.add('document_lines', line)
  for (const tax of taxes) plan.add('document_taxes', tax)
}
