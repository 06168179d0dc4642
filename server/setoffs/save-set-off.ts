import type { z } from 'zod'
import type { setOffs } from '#contract/documents/set-offs.ts'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { type Decimal, sum, text, zero } from '#ledger/money.ts'
import { setOffEntry } from '#ledger/posting/set-off.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { amountsOf, requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import type { Series } from '#server/journal/posting/number-series.ts'
import { allocateReferences } from '#server/payments/allocate-references.ts'
import { planAllocations } from '#server/payments/plan-allocations.ts'
import { requireAvailable } from '#server/payments/require-open-on.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { settledByDay } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type OpenItems, openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { NewId, NextNumber } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'

export type SetOffInput = z.output<typeof setOffs.input>
/** `number`: the one that an import brings. */
type Input = SetOffInput & { number: string | undefined }

/** Settles invoices of a customer by bills of a supplier, in one currency and to the same amount. Answers its id. */
export const createSetOff = (context: Context, input: SetOffInput, number?: string): Promise<number> =>
  runWrite(context, { needs, decide }, { ...input, number })

function needs({ today }: Context, input: Input) {
  if (input.set_off_date > today) throw new Refusal('date_in_future', { field: 'set_off_date' })
  const ids = [...input.receivables, ...input.payables].map((row) => row.reference_id)
  return {
    references: referencedRows({
      customer_id: ['parties', input.customer_id, { kind: 'customer' }],
      supplier_id: ['parties', input.supplier_id, { kind: 'supplier' }],
      branch_id: ['branches', input.branch_id, {}, 'active'],
      currency_id: ['currencies', input.currency_id],
    }),
    calendar: calendarFrom(input.set_off_date),
    documents: openItems(ids),
    settled: settledByDay(ids),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, input: Input): Decision<number> {
  const { accounts, calendar, documents } = facts
  const { set_off_date: date, currency_id } = input
  requireReferences(facts.references)
  const amounts = { ...amountsOf('receivables', input.receivables), ...amountsOf('payables', input.payables) }
  requireCurrencyPrecision(accounts, currency_id, amounts)
  const total = requireEqual(input)
  const period = calendar.open(date, 'set_off_date', 'sales')
  calendar.open(date, 'set_off_date', 'purchases')
  const payables = payablesOf(caller, input, total, documents)
  const worth = sum(payables.map((row) => row.carrying_base))
  const receivables = receivablesOf(caller, input, total, worth, documents)
  // The settled amounts must be open on the day.
  if ([...documents.values()].some((document) => document.date > date))
    throw new Refusal('date_before_source', { field: 'set_off_date' })
  const rows = [...receivables, ...payables].map((row) => ({ ...row, item: documents.get(row.document_id), day: date }))
  requireAvailable({ field: 'set_off_date', settled: facts.settled, rows })
  const plan = new Plan(caller, accounts)
  const number = numberOf(plan, { kind: 'set_off', prefix: 'SET', date }, input.number)
  const isBase = currency_id === caller.session.organization.currency_id
  const entry = setOffEntry({ ...input, currency_id: isBase ? null : currency_id, receivables, payables })
  const id = new NewId('set_offs')
  const head = { date, kind: 'allocation', source: 'set_off', source_id: id, source_revision: 1 } as const
  const entry_id = plan.post(period, { ...head, description: number }, entry)
  const { receivables: _, payables: __, number: ___, ...columns } = input
  plan.add('set_offs', {
    ...columns,
    id,
    entry_id,
    number,
    amount: text(total),
    notes: input.notes ?? null,
    difference_base: text(sum(receivables.map((row) => row.fx_base))),
    created_by: caller.session.user_id,
  })
  const items = workingCopies(documents)
  const source = { set_off_id: id, payment_revision: 1 }
  planAllocations(plan, sales, source, receivables, items, () => entry_id)
  planAllocations(plan, purchases, source, payables, items, () => entry_id)
  return { plan, result: () => id.value }
}

/** The next number of the series, or the one that an import brings. */
function numberOf(plan: Plan, series: Series, own: string | undefined): string | NextNumber {
  if (own === undefined) return new NextNumber(series)
  plan.takeOver(series, own)
  return own
}

/** The same amount settles both sides. */
function requireEqual({ receivables, payables }: SetOffInput): Decimal {
  const [owed, owing] = [receivables, payables].map((rows) => sum(rows.map((row) => row.amount))) as [Decimal, Decimal]
  if (owed.eq(owing)) return owed
  const errors: FieldErrors = {
    payables: { code: 'set_off_unequal', params: { difference: text(owed.minus(owing).abs()) } },
  }
  throw new Refusal('invalid_input', { errors })
}

/** The bills leave at what they are carried at. */
function payablesOf(caller: Caller, input: SetOffInput, total: Decimal, documents: OpenItems): Allocation[] {
  const source = sourceOf(caller, input, total, zero)
  const { supplier_id, payables } = input
  const { allocations } = allocateReferences(purchases, source, supplier_id, documents, payables, 'payables')
  return allocations.map((row) => ({ ...row, source_base: row.carrying_base, fx_base: zero }))
}

/** The invoices are settled by what the bills were worth. */
function receivablesOf(
  caller: Caller,
  input: SetOffInput,
  total: Decimal,
  worth: Decimal,
  documents: OpenItems,
): Allocation[] {
  const source = sourceOf(caller, input, total, worth)
  return allocateReferences(sales, source, input.customer_id, documents, input.receivables, 'receivables').allocations
}

const sourceOf = ({ session }: Caller, input: SetOffInput, amount: Decimal, amount_base: Decimal) => ({
  amount,
  amount_base,
  currency_id: input.currency_id,
  date: input.set_off_date,
  decimals: session.organization.decimals,
})
