import type { Side } from '#contract/documents/sides.ts'
import type { Allocated, Allocation } from '#ledger/allocation.ts'
import { decimal, type round } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import { type Fee, paymentEntry } from '#ledger/posting/payment.ts'
import type { Context } from '#server/core/context.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { post, postBatched } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import type { PaymentInput } from './payment-input.ts'
import { entryKindOf } from './payment-kind.ts'
import type { LockedDocument } from './settle.ts'
import { writeAllocations } from './write-allocations.ts'

/**
 * The payment's entry, and one more for each later day on which a document takes its part out of the advance. Then the
 * allocations, which name their entries, and the new settlement of the documents.
 */
export async function postPayment(context: Context, side: Side, recorded: Recorded): Promise<void> {
  const { id, entry_id, input, period, cash, accounts, amount_base, allocated, revision } = recorded
  const isBase = input.currency_id === context.session.organization.currency_id
  const facts = { branch_id: input.branch_id, party_id: input.party_id, currency_id: isBase ? null : input.currency_id }
  const later = Map.groupBy(
    allocated.allocations.filter((row) => row.waits),
    (row) => row.allocation_date,
  )
  // One after the other: a transaction has one connection, and years are locked in the order of their dates.
  const periods: { date: string; period: Period }[] = []
  for (const date of [...later.keys()].sort())
    periods.push({ date, period: await lockPeriod(context, date, 'payment_date', side.name) })
  const head = { source: side.payment, source_id: id, source_revision: revision }
  const ledgerSide = ledgerSides[side.name]
  const fee = await feeOf(context, input)
  const { withheld, withheld_base } = recorded.withholding
  const entry = paymentEntry(ledgerSide, {
    ...{ ...facts, cash, amount: input.amount, amount_base, allocated, fee },
    withheld: { amount: withheld, amount_base: withheld_base },
  })
  const own = { ...head, id: entry_id, date: input.payment_date, kind: entryKindOf(side) }
  // The answer shows the allocations and nothing of the books. Entries of later days are numbered after it.
  if (periods.length === 0) postBatched(context, period, own, entry, accounts)
  else sendWrites(context.db, post(context, period, own, entry, accounts))
  const entries = new Map([['', entry.lines.length > 0 ? entry_id : null]])
  for (const { date, period: own } of periods) {
    const waiting = advanceAllocationEntry(ledgerSide, facts, later.get(date) ?? [])
    const head_later = { ...head, date, kind: 'allocation' as const }
    entries.set(date, await post(context, own, head_later, waiting, accounts))
  }
  const entryOf = (row: Allocation) => entries.get(row.waits ? row.allocation_date : '') ?? null
  const source = { payment_id: id, payment_revision: revision }
  sendWrites(context.db, writeAllocations(context, side, source, allocated.allocations, recorded.documents, entryOf))
}

/** The processor's fee; its tax is deductible under the organization's standard input tax. */
async function feeOf({ db }: Context, { fee, fee_tax }: Recorded['input']): Promise<Fee | null> {
  if (
    decimal(fee ?? 0)
      .plus(fee_tax ?? 0)
      .eq(0)
  )
    return null
  const tax = await db
    .selectFrom('taxes')
    .select(['id', 'purchase_box'])
    .where('category', '=', 'S')
    .where('purchase_box', '=', '7')
    .orderBy('id')
    .executeTakeFirst()
  const hasTax = decimal(fee_tax ?? 0).gt(0)
  return {
    amount: fee ?? '0',
    tax: fee_tax ?? '0',
    tax_id: hasTax ? (tax?.id ?? null) : null,
    box: hasTax ? (tax?.purchase_box ?? '7') : null,
  }
}

export type Recorded = {
  id: number
  withholding: { withheld: string; withheld_base: string }
  entry_id: number
  input: PaymentInput
  period: Period
  cash: number
  accounts: Accounts
  amount_base: ReturnType<typeof round>
  allocated: Allocated
  documents: Map<number, LockedDocument>
  revision: number
}
