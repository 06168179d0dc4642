import { holdsAny } from '#contract/access/permissions.ts'
import { type ReportName, reportPermission } from '#contract/reports/report-index.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import type { Context } from '#server/core/context.ts'
import { languages } from '#server/core/locale.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { daysOf } from '../framework/date-range.ts'
import { wholeReport } from '../framework/mount-report.ts'
import { reportPaper } from '../framework/report-paper.ts'
import { leadsWithin } from './leads-within.ts'

/** The papers of the set in their order. Every figure of a statement is of accounts whose numbers the trial balance lists. */
const parts: readonly ReportName[] = [
  'balance_sheet',
  'profit_and_loss',
  'changes_in_equity',
  'cash_flow',
  'statement_notes',
  'asset_register',
  'trial_balance',
]

/**
 * The statements of a year next to the year before, with notes, as one file: each part in Arabic, then in English. An account leads to
 * its row of the trial balance, and each figure to the rows it is made of in the running application.
 */
export async function auditorSet(
  context: Context,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<AnswerFile> {
  const days = await daysOf(context, asked)
  const mine = parts.filter((name) => holdsAny(context.session.authority, [reportPermission(name)]))
  const sheets = new Map<ReportName, Sheet>()
  for (const name of mine)
    sheets.set(name, await wholeReport(context, name, { ...days, compare: 'same_period_last_year' }))
  const papers: PdfPaper[] = []
  for (const [name, sheet] of sheets)
    for (const language of languages) {
      const leads = leadsWithin(name, language, sheets.get('trial_balance'), context.services.config.publicUrl)
      papers.push(await reportPaper({ ...context, language }, name, sheet, leads))
    }
  return {
    name: `auditor-${days.from}-${days.to}.pdf`,
    mimetype: 'application/pdf',
    content: () => context.services.pdf.render(context.session.organization_id, ...papers),
  }
}
