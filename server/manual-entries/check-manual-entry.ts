import type { FieldErrors } from '#contract/issues.ts'
import { postingProblem } from '#ledger/chart.ts'
import { decimal, round, sum, text } from '#ledger/money.ts'
import { imbalance } from '#ledger/posting/manual.ts'
import { costCenterProblem } from '#server/chart/cost-center-problem.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { rateOn, requireRate } from '#server/journal/exchange-rate.ts'
import { ownRate } from '#server/journal/own-rate.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import type { ManualInput } from './manual-entry-input.ts'
import { referencesOf } from './manual-entry-rows.ts'

/**
 * Receivables and payables always equal their open items: a line opens one, so the customer or supplier is required.
 */
export const itemRoles = {
  AR: { side: 'debit', party: 'customer_id' },
  AP: { side: 'credit', party: 'supplier_id' },
} as const

/** What the check of an entry must know. `id`: the stored entry, whose references may be inactive by now. */
export const needsOfCheck = (input: ManualInput, id: number | null) => ({
  stored: read(async (context) => (id === null ? [] : referencesOf(context, id))),
  lineAccounts: read((context) => accountsOf(context, input)),
  centers: read((context) => costCentersOf(context, input)),
  references: referencedRows({
    branch_id: ['branches', input.branch_id, {}, 'active'],
    currency_id: ['currencies', input.currency_id],
  }),
  parties: referencedRows(partiesOf(input)),
  rate: rateOn(input.currency_id, input.journal_date),
  accounts: postingAccounts,
})

type Facts = FactsOf<ReturnType<typeof needsOfCheck>>
/** `mayDiffer`: a draft may be out of balance. `taxAccounts`: VAT accounts that the rule itself moves, together with rows of the return. */
type Check = { mayDiffer?: boolean; taxAccounts?: readonly number[] | undefined }
type Writer = Pick<Context, 'session'>

/** Checks an entry and reports errors on its fields; answers the exchange rate for posting. */
export function checkManualEntry(
  caller: Writer,
  facts: Facts,
  input: ManualInput,
  { mayDiffer = false, taxAccounts = [] }: Check = {},
): string {
  requireReferences(facts.references, { branch_id: facts.stored[0]?.branch_id })
  const errors: FieldErrors = {
    ...sideErrors(input, facts.accounts.decimalsOf(input.currency_id)),
    ...accountErrors(caller, facts, input, taxAccounts),
    ...costCenterErrors(facts, input),
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  requireReferences(facts.parties)
  const difference = imbalance(input.lines)
  if (!difference.eq(0) && !mayDiffer)
    throw new Refusal('unbalanced', { field: 'lines', params: { difference: text(difference.abs()) } })
  return rateOf(caller, facts, input)
}

/** The entered rate, or that of the day. */
function rateOf(caller: Writer, facts: Facts, { currency_id, exchange_rate, amount_base, lines }: ManualInput): string {
  const amount = sum(lines.map((line) => line.debit))
  const own = ownRate(caller, { exchange_rate, base: amount_base }, { currency_id, amount, field: 'amount_base' })
  return own?.rate ?? requireRate(facts.rate)
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

async function accountsOf({ db }: Context, input: ManualInput): Promise<Map<number, Account>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'type', 'status', 'role', 'manual_entries'])
    .where('id', 'in', [...new Set(input.lines.map((line) => line.account_id))])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function accountErrors(
  { session }: Writer,
  { lineAccounts, stored }: Facts,
  input: ManualInput,
  taxAccounts: readonly number[],
): FieldErrors {
  const kept = new Set(stored.map((line) => line.account_id))
  const errors: FieldErrors = {}
  for (const [index, line] of input.lines.entries()) {
    const account = lineAccounts.get(line.account_id)
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

async function costCentersOf({ db }: Context, { lines }: ManualInput) {
  const ids = [...new Set(lines.flatMap(({ cost_center_id }) => (cost_center_id ? [cost_center_id] : [])))]
  if (ids.length === 0) return []
  return db.selectFrom('cost_centers').select(['id', 'type', 'status']).where('id', 'in', ids).execute()
}

function costCenterErrors({ centers, stored }: Facts, { lines }: ManualInput): FieldErrors {
  const kept = stored.flatMap((line) => line.cost_center_id ?? [])
  const errors: FieldErrors = {}
  for (const [index, { cost_center_id }] of lines.entries()) {
    const code = costCenterProblem(cost_center_id, centers, kept)
    if (code) errors[`lines.${index}.cost_center_id`] = { code }
  }
  return errors
}

function partiesOf(input: ManualInput): Parameters<typeof referencedRows>[0] {
  return Object.fromEntries(
    input.lines.flatMap((line, index) => [
      [`lines.${index}.customer_id`, ['parties', line.customer_id, { kind: 'customer' }]],
      [`lines.${index}.supplier_id`, ['parties', line.supplier_id, { kind: 'supplier' }]],
    ]),
  )
}
