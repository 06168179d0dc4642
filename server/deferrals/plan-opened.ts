import type { Side } from '#contract/documents/sides.ts'
import type { SentSpread } from '#contract/documents/spread-fields.ts'
import type { Account } from '#ledger/entry.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { deferralEntry } from '#ledger/posting/deferral.ts'
import { spreadEnd, spreadParts } from '#ledger/spread.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Period } from '#server/journal/periods.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import type { PlannedNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { deferralSource } from './deferral-rows.ts'
import { nextPartMessage } from './plan-next.ts'
import { isSpread } from './spread-errors.ts'

export type DeferredRow = SentSpread & {
  line_number: number
  /** Where the row posted, and what it posted in base currency. */
  account: Account
  amount: Decimal
  product_id: number | null
  cost_center_id: number | null
}

/** What the schedules of rows must know: their ids, and which accounts are income or expense. */
export const needsOfOpened = (rows: readonly SentSpread[]) => ({
  deferralIds: newIdsOf('deferrals', rows.filter(isSpread).length),
  results: rows.some(isSpread)
    ? read(async ({ db }) => {
        const accounts = await db.selectFrom('accounts').select('id').where('class', 'in', ['R', 'X']).execute()
        return new Set(accounts.map(({ id }) => id))
      })
    : known(new Set<number>()),
})

type Facts = FactsOf<ReturnType<typeof needsOfOpened>> & { accounts: Accounts }
type Document = { id: number; date: string; branch_id: number; period: Period; number: PlannedNumber | null }

/**
 * Plans the schedules of a document that is posted (accounting rule 2.1-12): each row that is spread moves from its account to where it waits, on the
 * day of the document. Its months are posted when they are due; those before the document are due at once.
 */
export function planOpenedDeferrals(
  plan: Plan,
  caller: Caller,
  side: Pick<Side, 'name'>,
  facts: Facts,
  document: Document,
  rows: readonly DeferredRow[],
): void {
  const spread = rows.filter(isSpread)
  for (const row of spread) requireResult(row, facts)
  for (const [index, row] of spread.entries())
    planOne(plan, caller, side, facts, document, row, facts.deferralIds[index] as number)
}

/** Only income and expense are recognised over months, and only where there is something to recognise. */
function requireResult(row: DeferredRow, { results, accounts }: Facts): void {
  const field = `items.${row.line_number - 1}.spread_from`
  if (decimal(row.amount).lte(0)) throw new Refusal('spread_of_nothing', { field })
  if (!results.has(accounts.idOf(row.account))) throw new Refusal('spread_of_asset', { field })
}

function planOne(
  plan: Plan,
  { session }: Caller,
  side: Pick<Side, 'name'>,
  { accounts }: Facts,
  { id: document_id, date, branch_id, period, number }: Document,
  row: DeferredRow,
  id: number,
): void {
  const account = row.spread_account_id ?? accounts.idOf(side.name === 'sales' ? 'DEFERRED_REV' : 'PREPAID')
  const result = accounts.idOf(row.account)
  const { product_id, cost_center_id } = row
  const spread = { from: row.spread_from as string, to: row.spread_to ?? null, months: row.spread_months ?? null }
  const posted = { branch_id, document_id, product_id, cost_center_id, account, result, amount: row.amount }
  const head = { date, kind: 'deferral', source: deferralSource, source_id: id, source_revision: 1 } as const
  const entry = deferralEntry(ledgerSides[side.name], posted)
  const entry_id = plan.post(period, { ...head, description: number }, entry)
  plan.add('deferrals', {
    id,
    document_id,
    line_number: row.line_number,
    side: side.name,
    account_id: account,
    result_account_id: result,
    branch_id,
    cost_center_id,
    product_id,
    amount: text(row.amount),
    entry_id,
    deferred_on: date,
    from_date: spread.from,
    to_date: spreadEnd(spread),
    months: spread.months,
    created_by: session.user_id || null,
  })
  const parts = spreadParts(row.amount, spread, session.organization.decimals).map((part, index) => ({
    number: index + 1,
    month: part.month,
    part_date: part.date < date ? date : part.date,
    amount: text(part.amount),
  }))
  for (const part of parts) plan.add('deferral_parts', { ...part, deferral_id: id, kind: 'month', state: 'planned' })
  const [first] = parts
  if (first) plan.enqueue(nextPartMessage({ id, plan: 1, part: first }))
}
