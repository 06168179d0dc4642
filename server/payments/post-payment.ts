import type { Side } from '#contract/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { text } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import { paymentEntry } from '#ledger/posting/payment.ts'
import { ledgerSides } from '#server/journal/ledger-side.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { post } from '#server/journal/post.ts'
import type { Context } from '#server/kit/context.ts'
import { entryKindOf } from './payment-kind.ts'
import type { Recorded } from './save-payment.ts'
import { type LockedDocument, settleDocument } from './settle.ts'

/**
 * The payment's entry, and one more for each later day on which a document takes its part out of the advance. Then
 * the allocations, which name their entries, and the documents' new settlement.
 */
export async function postPayment(context: Context, side: Side, recorded: Recorded): Promise<void> {
  const { id, input, period, amount_base, allocated, revision } = recorded
  const isBase = input.currency_id === context.session.organization.currency_id
  const facts = { branch_id: input.branch_id, party_id: input.party_id, currency_id: isBase ? null : input.currency_id }
  const method = await context.db
    .selectFrom('payment_methods')
    .select('account_id')
    .where('id', '=', input.payment_method_id)
    .executeTakeFirstOrThrow()
  const later = Map.groupBy(
    allocated.allocations.filter((row) => row.waits),
    (row) => row.allocation_date,
  )
  const periods = await Promise.all(
    [...later.keys()]
      .sort()
      .map(async (date) => ({ date, period: await lockPeriod(context, date, 'payment_date', side.name) })),
  )
  const head = { source: side.payment, source_id: id, source_revision: revision }
  const ledgerSide = ledgerSides[side.name]
  const entry = paymentEntry(ledgerSide, {
    ...facts,
    cash: method.account_id,
    amount: input.amount,
    amount_base,
    allocated,
  })
  const entries = new Map([
    ['', await post(context, period, { ...head, date: input.payment_date, kind: entryKindOf(side) }, entry)],
  ])
  for (const { date, period: own } of periods) {
    const rows = later.get(date) ?? []
    entries.set(
      date,
      await post(context, own, { ...head, date, kind: 'allocation' }, advanceAllocationEntry(ledgerSide, facts, rows)),
    )
  }
  const entryOf = (row: Allocation) => entries.get(row.waits ? row.allocation_date : '') as number
  await writeAllocations(context, side, recorded, entryOf)
}

async function writeAllocations(
  context: Context,
  side: Side,
  { id, allocated, documents, revision }: Recorded,
  entryOf: (row: Allocation) => number,
): Promise<void> {
  const { allocations } = allocated
  if (allocations.length === 0) return
  await context.db
    .insertInto('allocations')
    .values(
      allocations.map((row) => ({
        document_id: row.document_id,
        payment_id: id,
        payment_revision: revision,
        allocation_date: row.allocation_date,
        amount: text(row.amount),
        relief_base: text(row.relief_base),
        source_base: text(row.source_base),
        difference_base: text(row.fx_base),
        entry_id: entryOf(row),
      })),
    )
    .execute()
  for (const row of allocations) {
    await settleDocument(
      context,
      side,
      documents.get(row.document_id) as LockedDocument,
      text(row.amount),
      text(row.relief_base),
    )
  }
}
