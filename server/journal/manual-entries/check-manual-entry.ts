import type { FieldErrors } from '#contract/issues.ts'
import { postingProblem } from '#ledger/chart.ts'
import { decimal, round, sum, text } from '#ledger/money.ts'
import { imbalance } from '#ledger/posting/manual.ts'
import { costCenterProblem } from '#server/chart/cost-center-problem.ts'
import type { Context } from '#server/core/context.ts'
import { deferRejection } from '#server/core/defer-rejection.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '../accounts.ts'
import { exchangeRateOf } from '../exchange-rate.ts'
import { ownRate } from '../own-rate.ts'
import type { ManualInput } from './manual-entry-input.ts'
import type { Named } from './manual-entry-rows.ts'

/**
 * Receivables and payables always equal their open items: a line opens one, so the customer or supplier is required.
 */
export const itemRoles = {
  AR: { side: 'debit', party: 'customer_id' },
  AP: { side: 'credit', party: 'supplier_id' },
} as const

/** `taxAccounts`: VAT accounts that the rule itself moves, together with rows of the return. */
type Check = { mayDiffer?: boolean; stored?: Promise<Named>; taxAccounts?: readonly number[] | undefined }

/** Checks an entry and reports errors on its fields; answers the exchange rate for posting. */
export async function checkManualEntry(
  context: Context,
  input: ManualInput,
  { mayDiffer = false, stored = Promise.resolve([]), taxAccounts = [] }: Check = {},
): Promise<string> {
  const { db } = context
  // Sent together; failures are reported in this order.
  const named = deferRejection(stored)
  const accounts = deferRejection(accountErrors(context, input, named, taxAccounts))
  const centers = deferRejection(costCenterErrors(context, input, named))
  const branch = deferRejection(named.then((lines) => lines[0]?.branch_id))
  const parties = deferRejection(requireRows(db, referencesOf(input)))
  const rate = deferRejection(rateOf(context, input))
  await requireRows(db, {
    branch_id: ['branches', input.branch_id, {}, branch],
    currency_id: ['currencies', input.currency_id],
  })
  const decimals = (await loadAccounts(context)).decimalsOf(input.currency_id)
  const errors: FieldErrors = { ...sideErrors(input, decimals), ...(await accounts), ...(await centers) }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  await parties
  const difference = imbalance(input.lines)
  if (!difference.eq(0) && !mayDiffer)
    throw new Refusal('unbalanced', { field: 'lines', params: { difference: text(difference.abs()) } })
  return rate
}

/** The entered rate, or that of the day. */
async function rateOf(context: Context, { currency_id, journal_date, exchange_rate, amount_base, lines }: ManualInput) {
  const amount = sum(lines.map((line) => line.debit))
  const own = ownRate(context, { exchange_rate, base: amount_base }, { currency_id, amount, field: 'amount_base' })
  return own?.rate ?? exchangeRateOf(context, currency_id, journal_date)
}

/** Exactly one side of a line is above zero, no finer than its currency, and it names one party at most. */
function sideErrors(input: ManualInput, decimals: number): FieldErrors {
  const errors: FieldErrors = {}
  for (const [index, line] of input.lines.entries()) {
    const [debit, credit] = [decimal(line.debit), decimal(line.credit)]
    for (const side of ['debit', 'credit'] as const)
      if (!round(line[side], decimals).eq(line[side])) errors[`lines.${index}.${side}`] = { code: 'too_many_decimals' }
    if (debit.gt(0) && credit.gt(0)) errors[`lines.${index}.credit`] = { code: 'one_side_only' }
    if (debit.eq(0) && credit.eq(0)) errors[`lines.${index}.debit`] = { code: 'required' }
    if (line.customer_id && line.supplier_id) errors[`lines.${index}.supplier_id`] = { code: 'one_party_only' }
  }
  return errors
}

type Account = { id: number; type: string; status: string; role: string | null; manual_entries: boolean }

async function accountErrors(
  { db, session }: Context,
  input: ManualInput,
  named: Promise<Named>,
  taxAccounts: readonly number[],
): Promise<FieldErrors> {
  const ids = [...new Set(input.lines.map((line) => line.account_id))]
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'type', 'status', 'role', 'manual_entries'])
    .where('id', 'in', ids)
    .execute()
  const accounts = new Map(rows.map((row) => [row.id, row]))
  const kept = new Set((await named).map((line) => line.account_id))
  const errors: FieldErrors = {}
  for (const [index, line] of input.lines.entries()) {
    const account = accounts.get(line.account_id)
    const code = taxAccounts.includes(line.account_id) ? undefined : accountProblem(account, session.is_owner, kept)
    if (code) errors[`lines.${index}.account_id`] = { code }
    else Object.assign(errors, itemErrors(account, line, index))
    // The owner may correct retained earnings, and says why.
    if (!code && account?.role === 'RETAINED' && !input.description?.trim()) errors.description = { code: 'required' }
  }
  return errors
}

function accountProblem(account: Account | undefined, isOwner: boolean, kept: ReadonlySet<number>): string | undefined {
  if (!account) return 'unknown_reference'
  const problem = postingProblem(account, kept.has(account.id))
  if (problem) return problem
  return account.manual_entries || (account.role === 'RETAINED' && isOwner) ? undefined : 'control_account'
}

function itemErrors(account: Account | undefined, line: ManualInput['lines'][number], index: number): FieldErrors {
  const rule = itemRoles[account?.role as keyof typeof itemRoles]
  if (!rule) return {}
  if (!line[rule.party]) return { [`lines.${index}.${rule.party}`]: { code: 'party_needed' } }
  const other = rule.side === 'debit' ? 'credit' : 'debit'
  return decimal(line[other]).gt(0) ? { [`lines.${index}.${other}`]: { code: 'opens_items_only' } } : {}
}

async function costCenterErrors({ db }: Context, { lines }: ManualInput, named: Promise<Named>): Promise<FieldErrors> {
  const ids = [...new Set(lines.flatMap(({ cost_center_id }) => (cost_center_id ? [cost_center_id] : [])))]
  if (ids.length === 0) return {}
  const centers = await db.selectFrom('cost_centers').select(['id', 'type', 'status']).where('id', 'in', ids).execute()
  const kept = (await named).flatMap((line) => line.cost_center_id ?? [])
  const errors: FieldErrors = {}
  for (const [index, { cost_center_id }] of lines.entries()) {
    const code = costCenterProblem(cost_center_id, centers, kept)
    if (code) errors[`lines.${index}.cost_center_id`] = { code }
  }
  return errors
}

function referencesOf(input: ManualInput): Parameters<typeof requireRows>[1] {
  return Object.fromEntries(
    input.lines.flatMap((line, index) => [
      [`lines.${index}.customer_id`, ['parties', line.customer_id, { kind: 'customer' }]],
      [`lines.${index}.supplier_id`, ['parties', line.supplier_id, { kind: 'supplier' }]],
    ]),
  )
}
