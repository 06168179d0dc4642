import type { ReleaseInput } from '#contract/documents/retention-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import { decimal, ratio, text } from '#ledger/money.ts'
import { releasedEntry } from '#ledger/retention/retention-entries.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { retentionSource } from '#server/documents/retention/plan-retention.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { settle } from '#server/payments/plan-allocations.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type OpenItemState, openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, decideWrite, runWrite } from '#server/posting/run-write.ts'

type Input = ReleaseInput & { side: Side; id: number }

/** Releases what is retained of a document, all or a part: it is due again. Answers the id of the release. No supply, no tax, no e-invoice (accounting rule 2.1-16). */
export const releaseRetention = (context: Context, input: Input): Promise<number> =>
  runWrite(context, retentionRelease, input)

export const previewRelease = async (context: Context, input: Input): Promise<Plan> =>
  (await decideWrite(context, retentionRelease, input)).plan

export const retentionRelease = { needs, decide }

function needs(context: Context, { id, date }: Input) {
  if (date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  return { calendar: calendarFrom(date), documents: openItems([id]), accounts: postingAccounts }
}

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, input: Input): Decision<number> {
  const { side, id, date, amount, reason = null } = input
  const item = workingCopies(facts.documents).get(id)
  if (item?.kind !== side.document) throw new Refusal('not_found')
  if (input.version !== undefined && input.version !== item.version) throw new Refusal('stale_version')
  if (item.state !== 'posted') throw new Refusal('document_not_posted')
  if (decimal(item.retained).eq(0)) throw new Refusal('nothing_retained', { field: 'amount' })
  if (date < item.date) throw new Refusal('date_before_source', { field: 'date' })
  requireCurrencyPrecision(facts.accounts, item.currency_id, { amount })
  if (decimal(amount).gt(item.retained))
    throw new Refusal('release_exceeds_retained', {
      field: 'amount',
      params: { retained: text(decimal(item.retained)) },
    })
  const period = facts.calendar.open(date, 'date', side.name)
  const { currency_id, decimals } = caller.session.organization
  // The last release takes all that is left of it in base currency.
  const amount_base = ratio(item.retained_base, amount, item.retained, decimals)
  const plan = new Plan(caller, facts.accounts)
  item.revision += 1
  const head = {
    date,
    kind: 'allocation',
    source: retentionSource,
    source_id: id,
    source_revision: item.revision,
  } as const
  const entry = releasedEntry(ledgerSides[side.name], {
    branch_id: item.branch_id,
    party_id: item.party_id,
    currency_id: item.currency_id === currency_id ? null : item.currency_id,
    document_id: id,
    amount,
    amount_base,
  })
  const entry_id = plan.post(period, { ...head, description: reason }, entry)
  const retention_move_id = plan.addNamed('retention_moves', {
    document_id: id,
    kind: 'released',
    move_date: date,
    amount,
    amount_base: text(amount_base),
    reason,
    entry_id,
    created_by: caller.session.user_id,
  })
  const [less, less_base] = [text(decimal(amount).neg()), text(amount_base.neg())]
  plan.add('allocations', {
    document_id: id,
    retention_move_id,
    payment_revision: 1,
    allocation_date: date,
    amount: less,
    carrying_base: less_base,
    source_base: less_base,
    fx_difference_base: '0',
    entry_id,
  })
  planRetained(plan, item, { amount: less, base: less_base })
  settle(plan, side, [{ item, amount: less, carrying_base: less_base, date }])
  return { plan, result: () => retention_move_id.value }
}

/** Changes what is retained of a document; its settlement follows. */
export function planRetained(plan: Plan, item: OpenItemState, more: { amount: string; base: string }): void {
  item.retained = text(decimal(item.retained).plus(more.amount))
  item.retained_base = text(decimal(item.retained_base).plus(more.base))
  const { retained, retained_base, revision } = item
  plan.change('documents', item.id, { retained, retained_base, revision })
}
