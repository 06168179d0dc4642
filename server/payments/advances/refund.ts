import type { Side } from '#contract/documents/sides.ts'
import { relief } from '#ledger/allocation.ts'
import type { Entry } from '#ledger/entry.ts'
import { decimal, round, text } from '#ledger/money.ts'
import { refundEntry } from '#ledger/posting/refund.ts'
import { advanceWriteOffEntry } from '#ledger/posting/write-off.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { rateOn, requireRate } from '#server/journal/exchange-rate.ts'
import { ownRate, saysWorth } from '#server/journal/own-rate.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { purposeOfAccount, requirePurposeOf } from '#server/organization/eligible-accounts.ts'
import { accountOfMethod, requireMovesMoney } from '#server/organization/payment-method-account.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { usesOf } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { openItems } from '#server/posting/facts/open-items.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { paymentKind } from '../payment-kind.ts'
import { requireAvailable } from '../require-open-on.ts'
import { type Advance, type AdvanceRef, requireUnmovedAdvance, settleFacts, unusedAmount } from './advance.ts'
import { voucherOf } from './refund-voucher.ts'

export type RefundAsk = {
  refund_date: string
  amount: string
  exchange_rate?: string | null | undefined
  amount_base?: string | null | undefined
  payment_method_id?: number | null | undefined
  account_id?: number | null | undefined
  notes?: string | null | undefined
  version?: number | undefined
}
type Input = RefundAsk & { side: Side; at: AdvanceRef }

/**
 * Refunds the unused amount of an advance (V11, V26), or writes it off to an account (V55). Answers the id of the
 * refund. The advance leaves at its carrying amount; money at another rate makes an exchange difference.
 */
export const refundAdvance = (context: Context, side: Side, at: AdvanceRef, ask: RefundAsk): Promise<number> =>
  runWrite(context, { needs, decide }, { ...ask, side, at })

async function needs(context: Context, { side, at, refund_date, payment_method_id, account_id }: Input) {
  if ((payment_method_id == null) === (account_id == null))
    throw new Refusal('invalid_input', { errors: { payment_method_id: { code: 'required' } } })
  if (refund_date < at.date) throw new Refusal('date_before_source', { field: 'refund_date' })
  if (refund_date > context.today) throw new Refusal('date_in_future', { field: 'refund_date' })
  const { currency_id, party_id } = at
  return {
    calendar: calendarFrom(refund_date),
    documents: openItems(at.documentIds),
    advance: at.row,
    references: referencedRows({
      payment_method_id: ['payment_methods', payment_method_id, {}, 'active'],
      account_id: ['accounts', account_id, { postable: true, manual_entries: true }, 'active'],
    }),
    purpose: purposeOfAccount('given_up', account_id),
    method: accountOfMethod(payment_method_id, side.name === 'sales' ? 'out' : 'in'),
    rate: rateOn(currency_id, refund_date),
    voucher: payment_method_id == null ? known(undefined) : voucherOf(party_id, payment_method_id),
    accounts: postingAccounts,
    uses: usesOf(at.source),
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, input: Input): Decision<number> {
  const { side, at, amount, refund_date, payment_method_id, account_id } = input
  const { accounts } = facts
  requireReferences(facts.references)
  requirePurposeOf(facts.purpose)
  const period = facts.calendar.open(refund_date, 'refund_date', side.name)
  const advance = at.of(caller, facts.advance, input.version)
  requireUnmovedAdvance(advance, at)
  const cash = requireMovesMoney(facts.method)
  requireCurrencyPrecision(accounts, advance.open.currency_id, { amount })
  if (decimal(amount).gt(unusedAmount(advance)))
    throw new Refusal('exceeds_advance', { field: 'amount', params: { available: text(unusedAmount(advance)) } })
  const rows = [{ amount, day: refund_date }]
  requireAvailable({ field: 'refund_date', settled: [], advance: { of: advance, uses: facts.uses }, rows })
  const plan = new Plan(caller, accounts)
  const figures = figuresOf(caller, advance, input, facts.rate)
  const head = { ...advance.journal, date: refund_date, kind: side.name === 'sales' ? 'payment' : 'receipt' } as const
  const entry_id = plan.post(period, head, entryOf(caller, advance, { ...input, cash }, figures))
  const id = plan.addNamed('refunds', {
    payment_id: 'payment_id' in advance.source ? advance.source.payment_id : null,
    note_id: 'note_id' in advance.source ? advance.source.note_id : null,
    kind: paymentKind(side),
    refund_date,
    payment_method_id: payment_method_id ?? null,
    account_id: account_id ?? null,
    amount,
    exchange_rate: figures.exchange_rate,
    amount_base: text(figures.amount_base),
    source_base: text(figures.source_base),
    notes: input.notes ?? null,
    entry_id,
    created_by: caller.session.user_id,
  })
  advance.use(plan, 'refunded', decimal(amount), figures.source_base)
  // The voucher of a refund, as issued. A write-off has none.
  if (facts.voucher)
    plan.add('issued_papers', { kind: 'refund', record_id: id, revision: 1, paper: facts.voucher, attempt: 0 })
  return { plan, result: () => id.value }
}

type Figures = ReturnType<typeof figuresOf>

function figuresOf(caller: Caller, { open }: Advance, ask: RefundAsk, rate: string | null) {
  const { amount, account_id } = ask
  const { decimals } = caller.session.organization
  const taken = { taken: open.allocated ?? 0, taken_base: open.allocated_base ?? 0 }
  const source_base = relief({ whole: open.amount, base: open.amount_base, ...taken }, amount, decimals)
  const stated = { exchange_rate: ask.exchange_rate, base: ask.amount_base }
  // A written-off advance leaves at its carrying amount: no cash, no exchange difference.
  if (account_id != null && saysWorth(stated) && (stated.exchange_rate || stated.base))
    throw new Refusal('rate_without_money', { field: stated.base ? 'amount_base' : 'exchange_rate' })
  const own = ownRate(caller, stated, { currency_id: open.currency_id, amount, field: 'amount_base' })
  const exchange_rate = own?.rate ?? requireRate(rate)
  const moved = own?.base ?? round(decimal(amount).times(exchange_rate), decimals)
  return { source_base, amount_base: account_id == null ? moved : source_base, exchange_rate }
}

function entryOf(
  caller: Caller,
  advance: Advance,
  { side, amount, account_id, cash }: Input & { cash: number },
  { source_base, amount_base }: Figures,
): Entry {
  const facts = { ...settleFacts(caller, advance), amount }
  const ledgerSide = ledgerSides[side.name]
  if (account_id != null)
    return advanceWriteOffEntry(ledgerSide, { ...facts, amount_base: source_base, account: account_id })
  return refundEntry(ledgerSide, { ...facts, cash, amount_base, source_base })
}
