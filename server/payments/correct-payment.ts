import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { newWorth, saysWorth } from '#server/journal/own-rate.ts'
import type { StoredAllocation } from '#server/posting/facts/allocations.ts'
import { type OpenItemState, workingCopies } from '#server/posting/facts/open-items.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import type { Decision } from '#server/posting/run-write.ts'
import { type FiledMonths, requireUnfiledMonth } from '#server/withholding/filed-months.ts'
import { requireLawfulRate } from '#server/withholding/withheld.ts'
import type { PaymentInput } from './payment-input.ts'
import { needsOfInput, planPayment } from './plan-payment.ts'
import { needsOfPayment, planReversedPayment, requireWholePayment, unlockedPayment } from './plan-reversed-payment.ts'
import type { StoredPayment } from './stored-payment.ts'
import { isSamePayment, settledAmounts } from './unchanged-payment.ts'

/** `sent`: what the update names; the rest keeps its stored value. */
type PaymentChange = Omit<PaymentInput, 'references'> & { references?: PaymentInput['references'] | undefined }
type Input = { side: Side; id: number; sent: PaymentChange }

/**
 * An edit of a payment never changes an entry: the old entries are reversed and the new content is posted under the same number.
 * Where nothing changed that reaches the books, only its notes are written.
 */
export const correctPayment = { needs, decide }

async function needs(context: Context, { side, id, sent }: Input) {
  const unlocked = await unlockedPayment(context, side, id)
  const references = sent.references ?? []
  const named = references.map((row) => row.reference_id)
  const documentIds = [...unlocked.documentIds, ...named]
  return {
    ...needsOfInput(side, { ...sent, references }, { id, date: unlocked.date, documentIds }),
    ...needsOfPayment(side, id, unlocked, named),
  }
}

function decide(
  caller: Caller,
  facts: FactsOf<Awaited<ReturnType<typeof needs>>>,
  { side, id, sent }: Input,
): Decision<{ id: number; isPosted: boolean }> {
  const stored = requireWholePayment(facts, sent.version)
  if (sent.payment_number !== stored.number) throw new Refusal('number_fixed', { field: 'payment_number' })
  const { active } = facts.allocations
  const input = wholeInput(sent, stored, active)
  const worth = newWorth(
    { exchange_rate: input.exchange_rate, base: input.amount_base },
    { exchange_rate: stored.exchange_rate, base: stored.amount_base },
  )
  const plan = new Plan(caller, facts.accounts)
  plan.add('source_revisions', revisionOf(caller, side, stored, active))
  if (isSamePayment(stored, active, input) && !saysWorth(worth)) {
    const { notes } = input
    const counted = { revision: stored.revision + 1, version: stored.version + 1 }
    plan.change('payments', id, {
      ...(notes !== undefined && { notes }),
      ...saidAnew(facts, stored, input),
      ...counted,
    })
    return { plan, result: () => ({ id, isPosted: false }) }
  }
  for (const date of [input.payment_date, stored.payment_date]) facts.calendar.open(date, 'payment_date', side.name)
  const items = workingCopies(facts.documents)
  keepAllocationDates(stored, active, items)
  planReversedPayment(plan, side, { ...facts, stored }, items, {})
  planPayment(plan, caller, { ...facts, isNumberTaken: false, items, stored, worth }, { side, input })
  return { plan, result: () => ({ id, isPosted: true }) }
}

/** What the payment was for, where it is said otherwise: it reaches no account, but its month's return. */
function saidAnew({ filedWithholding }: { filedWithholding: FiledMonths }, stored: StoredPayment, input: PaymentInput) {
  const { withholding_type = null, withholding_certificate = null } = input
  if (withholding_type === stored.withholding_type && withholding_certificate === stored.withholding_certificate)
    return {}
  requireLawfulRate(input)
  requireUnfiledMonth(filedWithholding, stored.payment_date, 'withholding_type')
  return { withholding_type, withholding_certificate }
}

/** Fields an update does not name keep their stored value. */
function wholeInput(sent: PaymentChange, stored: StoredPayment, active: readonly StoredAllocation[]): PaymentInput {
  const { fee, fee_tax, withholding_rate, withholding_type, withholding_certificate, withholding_borne, notes } = stored
  const named = sentFields(sent)
  const withheld = { withholding_rate, withholding_type, withholding_certificate, withholding_borne }
  return { fee, fee_tax, ...withheld, notes, references: settledAmounts(active), ...named } as PaymentInput
}

/** Allocations after the payment's date keep their date: the months between were reported without them. */
function keepAllocationDates(
  stored: StoredPayment,
  active: readonly StoredAllocation[],
  items: ReadonlyMap<number, OpenItemState>,
): void {
  for (const [id, rows] of Map.groupBy(active, (row) => row.document_id)) {
    const item = items.get(id) as OpenItemState
    const [first] = rows.map((row) => row.allocation_date).sort() as [string]
    if (first > stored.payment_date && first > item.date) item.applied_on = first
  }
}

/** The previous version of the payment, for its history. The journal keeps the postings. */
function revisionOf({ session }: Caller, side: Side, stored: StoredPayment, active: readonly StoredAllocation[]) {
  const body = {
    date: stored.payment_date,
    amount: stored.amount,
    party_id: stored.party_id,
    payment_method_id: stored.payment_method_id,
    currency_id: stored.currency_id,
    exchange_rate: stored.exchange_rate,
    amount_base: stored.amount_base,
    notes: stored.notes,
    withholding_rate: stored.withholding_rate,
    withholding_type: stored.withholding_type,
    withholding_certificate: stored.withholding_certificate,
    withholding_borne: stored.withholding_borne,
    references: active.map(({ document_id, amount }) => ({ document_id, amount })),
  }
  const { id: source_id, revision } = stored
  return { source: side.payment, source_id, revision, body, revised_by: session.user_id }
}
