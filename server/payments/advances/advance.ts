import type { Side } from '#contract/documents/sides.ts'
import type { Source } from '#ledger/allocation.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import type { SettleFacts } from '#ledger/posting/settle.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AllocationSource } from '#server/posting/facts/allocations.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { requireActivePayment, type StoredPayment, storedPayment, unlockedRow } from '../stored-payment.ts'

/**
 * An unused amount in the advance account that may be allocated, refunded or written off: the rest of a payment or of a
 * note. Both are used alike; they differ only in where the use is stored.
 */
export type Advance = {
  source: AllocationSource
  /** The source in the journal, and the revision of its next entry. */
  journal: { source: string; source_id: number; source_revision: number }
  party_id: number
  branch_id: number
  exchange_rate: string
  /** The input of `allocate`: amount, used amount, date, currency. */
  open: Source
  /** The last date on which a use of it was reversed. */
  last_unsettled_on: string | null
  /** Plans that a use is stored, or with negative figures its reversal and the day of that. */
  use(plan: Plan, purpose: 'allocated' | 'refunded', amount: Decimal, base: Decimal, reversed_on?: string): void
}

/** An advance before it is locked. `Row`: what is stored of it. */
export type AdvanceRef<Row = unknown> = {
  source: AllocationSource
  /** Documents that must be locked for it, in addition to those it settles. */
  documentIds: readonly number[]
  date: string
  party_id: number
  currency_id: number
  /** Its row, locked after the documents, or read once its document is locked. */
  row: Need<Row>
  /** The advance of its row. Refuses one that has changed since `version`, or that is void. */
  of(caller: Caller, row: Row, version?: number): Advance
}

/** A payment as an advance. */
export async function paymentAdvance(context: Context, side: Side, id: number): Promise<AdvanceRef> {
  const { payment_date: date, party_id, currency_id } = await unlockedRow(context, side, id)
  const ref: AdvanceRef<StoredPayment | undefined> = {
    source: { payment_id: id },
    documentIds: [],
    date,
    party_id,
    currency_id,
    row: storedPayment(side, id),
    of: ({ session }, row, version) =>
      advanceOf(side, requireActivePayment(row, version), session.organization.decimals),
  }
  return ref as AdvanceRef
}

function advanceOf(side: Side, payment: StoredPayment, decimals: number): Advance {
  const { id, revision, amount, amount_base, currency_id, payment_date: date } = payment
  const used = decimal(payment.allocated).plus(payment.refunded)
  const used_base = decimal(payment.allocated_base).plus(payment.refunded_base)
  return {
    source: { payment_id: id },
    journal: { source: side.payment, source_id: id, source_revision: revision + 1 },
    party_id: payment.party_id,
    branch_id: payment.branch_id,
    exchange_rate: payment.exchange_rate,
    open: { amount, amount_base, currency_id, date, allocated: used, allocated_base: used_base, decimals },
    last_unsettled_on: payment.last_unsettled_on,
    // The revision is part of what makes an entry unique: each use of the advance takes the next.
    use: (plan, purpose, more, base, reversed_on) =>
      plan.change('payments', id, {
        [purpose]: text(decimal(payment[purpose]).plus(more)),
        [`${purpose}_base`]: text(decimal(payment[`${purpose}_base`]).plus(base)),
        last_unsettled_on: laterOf(payment.last_unsettled_on, reversed_on),
        revision: revision + 1,
        version: payment.version + 1,
      }),
  }
}

export const laterOf = (day: string | null, other: string | undefined): string | null =>
  other !== undefined && (day === null || other > day) ? other : day

/** The advance in the terms of the ledger: null means base currency. */
export function settleFacts({ session }: Caller, advance: Advance): SettleFacts {
  const isBase = advance.open.currency_id === session.organization.currency_id
  return {
    branch_id: advance.branch_id,
    party_id: advance.party_id,
    currency_id: isBase ? null : advance.open.currency_id,
  }
}

/** The unused amount. */
export const unusedAmount = ({ open }: Advance): Decimal => decimal(open.amount).minus(decimal(open.allocated ?? 0))

/** An advance that another user changed since it was first read: the call is tried again. */
export function requireUnmovedAdvance(
  { open, ...advance }: Advance,
  { date, party_id, currency_id }: AdvanceRef,
): void {
  if (open.date !== date || open.currency_id !== currency_id || advance.party_id !== party_id)
    throw new Refusal('conflict_retry')
}
