import { sql } from 'kysely'
import type { DeskRow } from '#contract/reports/desk.ts'
import { addDays, monthStart } from '#ledger/calendar/calendar.ts'
import { bankAccountsReconciled } from '#server/closing/bank-accounts-reconciled.ts'
import type { Context } from '#server/core/context.ts'
import { eInvoicingAttention } from '#server/e-invoicing/attention.ts'
import { dueReturns, listPeriods } from '#server/vat/list-periods.ts'
import { documentCounts, openByAge } from '../home/dashboard.ts'

/** What waits in one organization, as far as the role of the caller there shows it: null where it does not. */
export async function waitingWork(context: Context): Promise<NonNullable<DeskRow['waiting']>> {
  const { is_owner, authority } = context.session
  const may = (...permissions: string[]) => is_owner || permissions.some((one) => authority.has(one))
  const lastMonthEnd = addDays(monthStart(context.today), -1)
  const counts = await documentCounts(context)
  const { overdue } = await openByAge(context)
  const drafts = (kind: string) => counts.find((row) => row.kind === kind && row.status === 'draft')?.count ?? 0
  const e_invoicing = await eInvoicingAttention(context)
  const open = await openRows(context)
  const banks = await bankAccountsReconciled(context)
  const isSeller = may('list-invoice')
  const isBuyer = may('list-bill')
  return {
    draft_invoices: isSeller ? drafts('invoice') : null,
    overdue_invoices: isSeller ? overdue.invoices : null,
    draft_bills: isBuyer ? drafts('bill') : null,
    overdue_bills: isBuyer ? overdue.bills : null,
    rejected_e_invoices: isSeller ? e_invoicing.rejected_e_invoices : null,
    waiting_e_invoices: isSeller ? e_invoicing.waiting_e_invoices : null,
    certificate_days: isSeller ? e_invoicing.certificate_days : null,
    due_returns: may('file-vat', 'take-back-vat', 'read-report-vat-return')
      ? await dueReturns(context, await listPeriods(context))
      : null,
    unmatched_bank_lines: may('reconcile-bank') ? open.bank_lines : null,
    unreconciled_banks: may('reconcile-bank') ? banks.filter(({ day }) => (day ?? '') < lastMonthEnd).length : null,
    bills_to_enter: may('create-bill') ? open.bill_papers : null,
    draft_entries: may('list-journal-entry') ? open.draft_entries : null,
    open_invitations: may('list-user') ? open.invitations : null,
  }
}

async function openRows({ db, session }: Context) {
  const own = sql`organization_id = ${session.organization_id}`
  const { rows } = await sql<Record<'bank_lines' | 'bill_papers' | 'draft_entries' | 'invitations', number>>`
    SELECT (SELECT count(*)::integer FROM bank_statement_lines WHERE ${own} AND state = 'open') AS bank_lines,
      (SELECT count(*)::integer FROM bill_papers WHERE ${own} AND state = 'waiting') AS bill_papers,
      (SELECT count(*)::integer FROM manual_entries WHERE ${own} AND state = 'draft') AS draft_entries,
      (SELECT count(*)::integer FROM invitations WHERE ${own} AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()) AS invitations`.execute(
    db,
  )
  return rows[0] ?? { bank_lines: 0, bill_papers: 0, draft_entries: 0, invitations: 0 }
}
