import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Source } from '#ledger/allocation.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import type { SettleFacts } from '#ledger/posting/settle.ts'
import type { Context } from '#server/core/context.ts'
import { lockPayment, paymentDate } from '../lock-payment.ts'
import type { AllocationSource } from '../reverse-allocations.ts'

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
  /** Stores a use, or with negative figures its reversal and the date of that. */
  use(purpose: 'allocated' | 'refunded', amount: Decimal, base: Decimal, last_unsettled_on?: string): Promise<void>
}

/** How to find an advance: its date before any lock, and its row locked after the documents. */
export type AdvanceRef = {
  /** Documents that must be locked for it, in addition to those it settles. */
  documentIds: readonly number[]
  date: string
  lock(version?: number): Promise<Advance>
}

/** A payment as an advance. */
export async function paymentAdvance(context: Context, side: Side, id: number): Promise<AdvanceRef> {
  const date = await paymentDate(context, side, id)
  const lock = async (version?: number): Promise<Advance> => {
    const payment = await lockPayment(context, side, id, version)
    const used = decimal(payment.allocated).plus(payment.refunded)
    return {
      source: { payment_id: id },
      journal: { source: side.payment, source_id: id, source_revision: payment.revision + 1 },
      party_id: payment.party_id,
      branch_id: payment.branch_id,
      exchange_rate: payment.exchange_rate,
      open: {
        amount: payment.amount,
        amount_base: payment.amount_base,
        currency_id: payment.currency_id,
        date: payment.payment_date,
        allocated: used,
        allocated_base: decimal(payment.allocated_base).plus(payment.refunded_base),
        decimals: context.session.organization.decimals,
      },
      last_unsettled_on: payment.last_unsettled_on,
      use: (purpose, amount, base, undone) => usePayment(context, id, purpose, text(amount), text(base), undone),
    }
  }
  return { documentIds: [], date, lock }
}

/** The revision is part of what makes an entry unique: each use of the advance takes the next. */
async function usePayment(
  { db }: Context,
  id: number,
  purpose: 'allocated' | 'refunded',
  amount: string,
  base: string,
  undone: string | null = null,
): Promise<void> {
  const columns =
    purpose === 'allocated'
      ? { allocated: sql<string>`allocated + ${amount}`, allocated_base: sql<string>`allocated_base + ${base}` }
      : { refunded: sql<string>`refunded + ${amount}`, refunded_base: sql<string>`refunded_base + ${base}` }
  await db
    .updateTable('payments')
    .set({ ...columns, last_unsettled_on: laterOf(undone), revision: sql`revision + 1`, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const laterOf = (undone: string | null) => sql<string | null>`greatest(last_unsettled_on, ${undone}::date)`

/** The advance in the terms of the ledger: null means base currency. */
export function settleFacts({ session }: Context, advance: Advance): SettleFacts {
  const isBase = advance.open.currency_id === session.organization.currency_id
  return {
    branch_id: advance.branch_id,
    party_id: advance.party_id,
    currency_id: isBase ? null : advance.open.currency_id,
  }
}

/** The unused amount. */
export const unusedAmount = ({ open }: Advance): Decimal => decimal(open.amount).minus(decimal(open.allocated ?? 0))
