import { verdictOf } from '#contract/e-invoice/verdict.ts'
import type { EInvoiceVerdict } from '#contract/e-invoicing.ts'
import { substitutedIn } from '#contract/paper/printable-text.ts'
import type { Context } from '#server/core/context.ts'
import { sayIssue } from '#server/e-invoicing/say-issue.ts'
import { eInvoiceNow } from './e-invoice-now.ts'

/** The authority's expected verdict on a document as stored now. Its position in a chain is not checked. */
export async function verdictOfStored(context: Context, kind: string, id: number): Promise<EInvoiceVerdict> {
  const { invoice } = await eInvoiceNow(context, kind, id)
  const { light, issues } = verdictOf(invoice, { today: context.today, stage: 'draft' })
  return {
    light,
    substituted: substitutedIn(invoice),
    issues: issues.map((issue) => ({
      rule: issue.rule,
      severity: issue.severity,
      path: issue.path,
      words: sayIssue(context, issue),
    })),
  }
}
