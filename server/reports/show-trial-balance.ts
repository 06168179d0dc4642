import { sum, text } from '#ledger/money.ts'
import { type Columns, trialBalance } from '#ledger/statements/trial-balance.ts'
import type { Context } from '#server/kit/context.ts'
import type { Answer } from '#server/kit/pipeline.ts'
import { requireRows } from '#server/kit/references.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { sumAccounts } from './trial-balance.ts'
import { yearOf } from './year-of.ts'

type Query = { from?: string | undefined; to?: string | undefined; branch_id?: number | undefined }

/** The trial balance of a range; without one, of the financial year that today lies in. */
export async function showTrialBalance(context: Context, query: Query): Promise<Answer> {
  const { db, today } = context
  await requireRows(db, { branch_id: ['branches', query.branch_id] })
  const current = await yearOf(context, query.from ?? today)
  const from = query.from ?? current.started_at
  const to = query.to ?? later(current.ended_at, from)
  if (to < from) throw new Refusal('due_before_date', { field: 'to' })
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en', 'type', 'parent_id'])
    .execute()
  const sums = await sumAccounts(context, { from, to, year_start: current.started_at, branch_id: query.branch_id })
  const report = trialBalance({
    accounts: accounts.map((account) => ({ ...account, type: account.type as 'category' | 'main' | 'sub' })),
    sums,
    prior_years: sum(sums.map((row) => row.unclosed)),
  })
  const rows = report.rows.map(({ id, level, ...row }) => ({ ...row, account_id: id, depth: level, ...spelled(row) }))
  const virtual = {
    account_id: null,
    number: '',
    name: 'prior_years',
    name_en: 'prior_years',
    type: 'sub',
    depth: 1,
    ...spelled(report.prior_years),
  }
  const totals = spelled(report.totals)
  const difference = text(report.totals.closing_debit.minus(report.totals.closing_credit))
  return { data: { from, to, rows: [...rows, virtual], totals, difference } }
}

const spelled = (columns: Columns) => ({
  opening_debit: text(columns.opening_debit),
  opening_credit: text(columns.opening_credit),
  movement_debit: text(columns.debit),
  movement_credit: text(columns.credit),
  closing_debit: text(columns.closing_debit),
  closing_credit: text(columns.closing_credit),
})

const later = (a: string, b: string) => [a, b].sort()[1] as string
