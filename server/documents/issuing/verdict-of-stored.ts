import { verdictOf } from '#contract/e-invoice/verdict.ts'
import type { EInvoiceVerdict } from '#contract/e-invoicing.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { queryDocument } from '#server/documents/document-query.ts'
import { firstPreviousHash } from '#server/e-document/hash.ts'
import { sayIssue } from '#server/e-invoicing/say-issue.ts'
import { loadEInvoiceFacts } from './e-invoice-facts.ts'
import { storedEInvoice } from './stored-e-invoice.ts'

/** What the authority would say of a document as it is stored now; its place in a chain is not looked at. */
export async function verdictOfStored(context: Context, kind: string, id: number): Promise<EInvoiceVerdict> {
  const row = await queryDocument(context, kind, id)
  if (!row) throw new Refusal('not_found')
  const facts = await loadEInvoiceFacts(context, id)
  const issuing = {
    ...{ uuid: '', icv: '1', previous_hash: firstPreviousHash },
    ...{ issue_date: dayInRiyadh(context.services.clock.now()), issue_time: '00:00:00' },
  }
  const { light, issues } = verdictOf(storedEInvoice(row, facts, issuing), { today: context.today, stage: 'draft' })
  return {
    light,
    issues: issues.map((issue) => ({
      ...{ rule: issue.rule, severity: issue.severity, path: issue.path },
      words: sayIssue(context, issue),
    })),
  }
}
