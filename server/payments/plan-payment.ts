import type { Side } from '#contract/documents/sides.ts'
import type { Allocated, Allocation } from '#ledger/allocation.ts'
import { type Decimal, decimal, round, text } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import { paymentEntry } from '#ledger/posting/payment.ts'
import { type FactsOf, known, type Need } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { rateOn, requireRate } from '#server/journal/exchange-rate.ts'
import { ownRate, type StatedWorth } from '#server/journal/own-rate.ts'
import type { Period } from '#server/journal/periods.ts'
import { amountsOf, requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { accountOfMethod, requireMovesMoney } from '#server/organization/payment-method-account.ts'
import { decideNumber } from '#server/posting/decide-number.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { type SettledByDay, settledByDay } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import type { OpenItemState, OpenItems } from '#server/posting/facts/open-items.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { filedWithholding, requireUnfiledMonth } from '#server/withholding/filed-months.ts'
import { isWithheld, type Withheld, withheldOf } from '#server/withholding/withheld.ts'
import { allocateReferences } from './allocate-references.ts'
import { feeOf, feeTotal, standardInputTax } from './payment-fee.ts'
import type { PaymentInput } from './payment-input.ts'
import { entryKindOf, paymentKind, paymentSeries } from './payment-kind.ts'
import { planAllocations } from './plan-allocations.ts'
import { planWriteOff } from './plan-write-off.ts'
import { requireOpenFor } from './require-open-on.ts'
import { smallDifferences } from './small-difference.ts'
import type { StoredPayment } from './stored-payment.ts'
import type { StoredWriteOff } from './stored-write-offs.ts'

type PaymentHead = Pick<
  PaymentInput,
  'payment_date' | 'party_id' | 'branch_id' | 'payment_method_id' | 'currency_id' | 'references' | 'fee' | 'fee_tax'
>
type Corrected = { id: number; date: string; documentIds: readonly number[] }

/** What the content of a payment must know. `corrected`: the payment it replaces, before it is locked. */
export function needsOfInput(side: Side, input: PaymentHead, corrected: Corrected | null) {
  const { payment_date, party_id, branch_id, payment_method_id, currency_id, references } = input
  return {
    calendar: calendarFrom(payment_date, corrected?.date ?? payment_date),
    references: referencedRows({
      [side.partyField]: ['parties', party_id, { kind: side.party }],
      branch_id: ['branches', branch_id, {}, 'active'],
      payment_method_id: ['payment_methods', payment_method_id, {}, 'active'],
      currency_id: ['currencies', currency_id],
    }),
    method: accountOfMethod(payment_method_id, side.name === 'sales' ? 'in' : 'out'),
    rate: rateOn(currency_id, payment_date),
    // A correction that sends no fee keeps the stored one.
    inputTax: corrected === null && feeTotal(input).eq(0) ? known(undefined) : standardInputTax,
    filedWithholding: side.name === 'purchases' ? filedWithholding : known([]),
    settled: settledByDay(corrected?.documentIds ?? references.map((row) => row.reference_id), corrected?.id),
    accounts: postingAccounts,
  }
}

/** Whether a payment of this kind has the number. */
export const isPaymentNumberTaken = (side: Side, number: string): Need<boolean> => ({
  load: async ({ db }) => {
    const payment = db
      .selectFrom('payments')
      .select('id')
      .where('kind', '=', paymentKind(side))
      .where('number', '=', number)
    return (await payment.executeTakeFirst()) !== undefined
  },
})

type Facts = FactsOf<ReturnType<typeof needsOfInput>> & {
  documents: OpenItems
  isNumberTaken: boolean
  /** The documents as they are after what the plan reversed. */
  items: ReadonlyMap<number, OpenItemState>
  stored: StoredPayment | null
  /** What a correction says of its rate, where it differs from the stored one. */
  worth?: StatedWorth
  writeOffs?: readonly StoredWriteOff[]
}
type Content = { side: Side; input: PaymentInput }

/** Plans the content of a payment: its row, its entries, its allocations, the small differences that remain. Answers its id. */
export function planPayment(plan: Plan, caller: Caller, facts: Facts, content: Content): () => number {
  const { side, input } = content
  const { stored, items, accounts, calendar } = facts
  refuseUnfit(caller, content)
  const period = calendar.open(input.payment_date, 'payment_date', side.name)
  requireReferences(facts.references, activeOf(stored))
  const { rate, amount_base } = worthOf(caller, facts, input)
  const cash = requireMovesMoney(facts.method)
  const { amount, fee, fee_tax, references } = input
  const amounts = { amount, fee, fee_tax, ...amountsOf('references', references) }
  requireCurrencyPrecision(accounts, input.currency_id, amounts)
  const { decimals } = caller.session.organization
  const source = { amount, amount_base, currency_id: input.currency_id, date: input.payment_date, decimals }
  const allocated = allocateReferences(side, source, input.party_id, items, references)
  requireOpenFor(allocated.allocations, facts.documents, withoutWriteOffs(facts))
  const withheld = withheldOf(caller, input, { rate, decimals: accounts.decimalsOf(input.currency_id) })
  if (isWithheld(withheld)) requireUnfiledMonth(facts.filedWithholding, input.payment_date, 'payment_date')
  const revision = (stored?.revision ?? 0) + 1
  const columns = {
    payment_date: input.payment_date,
    party_id: input.party_id,
    branch_id: input.branch_id,
    payment_method_id: input.payment_method_id,
    currency_id: input.currency_id,
    exchange_rate: rate,
    notes: input.notes ?? null,
    amount,
    amount_base: text(amount_base),
    fee: fee ?? '0',
    fee_tax: fee_tax ?? '0',
    ...withheld,
    allocated: text(decimal(amount).minus(allocated.unallocated)),
    allocated_base: text(amount_base.minus(allocated.unallocated_base)),
    revision,
  }
  const id = stored ? rewrite(plan, stored, columns) : insert(plan, caller, facts, content, columns)
  const posted = { id, revision, period, cash, amount_base, allocated, withheld, rate }
  const small = smallDifferences(caller, side, allocated.allocations, items)
  post(plan, caller, facts, content, posted)
  for (const { item, amount: rest, date } of small) {
    const writeOff = { write_off_date: date, amount: rest, reason: null, account: 'ROUNDING', payment_id: id } as const
    const open = calendar.open(date, 'payment_date', side.name)
    planWriteOff(plan, { caller, side, accounts }, item, open, writeOff)
  }
  return () => (typeof id === 'number' ? id : id.value)
}

/** What the stored payment names stays, also if it is inactive by now. */
const activeOf = (stored: StoredPayment | null) =>
  stored ? { branch_id: stored.branch_id, payment_method_id: stored.payment_method_id } : {}

function refuseUnfit({ session, today }: Caller, { side, input }: Content): void {
  const { currency_id, receipt_without_reference } = session.organization
  // Money that has not moved yet is no payment. Promised payments are in the due dates.
  if (input.payment_date > today) throw new Refusal('date_in_future', { field: 'payment_date' })
  const kept = feeTotal(input)
  if (kept.gt(0) && input.currency_id !== currency_id) throw new Refusal('fee_not_offered', { field: 'fee' })
  if (side.name === 'sales' && input.references.length === 0 && receipt_without_reference === 'advance_tax_invoice')
    throw new Refusal('advance_invoice_needed', { field: 'references' })
  if (kept.gt(0) && kept.gte(input.amount)) throw new Refusal('exceeds_fee', { field: 'fee' })
}

/** The rate and the base amount of the payment: as entered, as recorded, or at the rate of its day. */
function worthOf(caller: Caller, { stored, worth, rate }: Facts, input: PaymentInput) {
  const said = worth ?? { exchange_rate: input.exchange_rate, base: input.amount_base }
  const own = ownRate(caller, said, { ...input, field: 'amount_base' })
  if (own) return { rate: own.rate, amount_base: own.base }
  // A correction keeps the rate the payment was recorded at, and what the bank moved for the same amount.
  const previous = stored?.currency_id === input.currency_id && said.exchange_rate !== null ? stored : null
  if (previous && decimal(previous.amount).eq(input.amount))
    return { rate: previous.exchange_rate, amount_base: decimal(previous.amount_base) }
  const current = previous?.exchange_rate ?? requireRate(rate)
  return {
    rate: current,
    amount_base: round(decimal(input.amount).times(current), caller.session.organization.decimals),
  }
}

/** What is settled by day, without the write-offs that the plan reverses. */
const withoutWriteOffs = ({ settled, writeOffs = [] }: Facts): SettledByDay => [
  ...settled,
  ...writeOffs.map(({ document_id, write_off_date: day, amount }) => ({
    document_id,
    day,
    amount: decimal(amount).neg(),
  })),
]

function rewrite(plan: Plan, stored: StoredPayment, columns: object): number {
  plan.change('payments', stored.id, { ...columns, version: stored.version + 1 })
  return stored.id
}

function insert(plan: Plan, caller: Caller, facts: Facts, { side, input }: Content, columns: object): Id {
  const number = decideNumber(caller, plan, paymentSeries(side, input.payment_date), {
    number: input.payment_number,
    proposed_number: input.proposed_number,
    field: 'payment_number',
    isTaken: facts.isNumberTaken,
  })
  const own = { kind: paymentKind(side), party_kind: side.party, state: 'posted', created_by: caller.session.user_id }
  return plan.addNamed('payments', { ...columns, ...own, number })
}

type PostedPayment = {
  id: Id
  revision: number
  period: Period
  cash: number
  amount_base: Decimal
  allocated: Allocated
  withheld: Withheld
}

/**
 * The payment's entry, and one more for each later day on which a document takes its part out of the advance. Then the
 * allocations, which name their entries.
 */
function post(plan: Plan, caller: Caller, facts: Facts, { side, input }: Content, posted: PostedPayment): void {
  const { id, revision, amount_base, allocated, withheld } = posted
  const { branch_id, party_id, amount } = input
  const isBase = input.currency_id === caller.session.organization.currency_id
  const settled = { branch_id, party_id, currency_id: isBase ? null : input.currency_id }
  const head = { source: side.payment, source_id: id, source_revision: revision }
  const ledgerSide = ledgerSides[side.name]
  const entry = paymentEntry(ledgerSide, {
    ...settled,
    cash: posted.cash,
    amount,
    amount_base,
    allocated,
    fee: feeOf(input, facts.inputTax),
    withheld: { amount: withheld.withheld, amount_base: withheld.withheld_base, borne: withheld.withholding_borne },
  })
  const own = { ...head, date: input.payment_date, kind: entryKindOf(side) }
  const entries = new Map<string, Id | null>([['', plan.post(posted.period, own, entry)]])
  const later = Map.groupBy(
    allocated.allocations.filter((row) => row.waits),
    (row) => row.allocation_date,
  )
  for (const date of [...later.keys()].sort()) {
    const period = facts.calendar.open(date, 'payment_date', side.name)
    const waiting = advanceAllocationEntry(ledgerSide, settled, later.get(date) ?? [])
    entries.set(date, plan.post(period, { ...head, date, kind: 'allocation' }, waiting))
  }
  const entryOf = (row: Allocation) => entries.get(row.waits ? row.allocation_date : '') ?? null
  const source = { payment_id: id, payment_revision: revision }
  planAllocations(plan, side, source, allocated.allocations, facts.items, entryOf)
}
