import type { Side } from '#contract/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { decimal } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import { type Fee, paymentEntry } from '#ledger/posting/payment.ts'
import { ledgerSides } from '#server/journal/ledger-side.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { post } from '#server/journal/post.ts'
import type { Context } from '#server/kit/context.ts'
import { entryKindOf } from './payment-kind.ts'
import type { Recorded } from './save-payment.ts'
import { writeAllocations } from './write-allocations.ts'

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
  // One after the other: a transaction has one connection, and years are locked in the order of their dates.
  const periods: { date: string; period: Period }[] = []
  for (const date of [...later.keys()].sort())
    periods.push({ date, period: await lockPeriod(context, date, 'payment_date', side.name) })
  const head = { source: side.payment, source_id: id, source_revision: revision }
  const ledgerSide = ledgerSides[side.name]
  const entry = paymentEntry(ledgerSide, {
    ...facts,
    cash: method.account_id,
    amount: input.amount,
    amount_base,
    allocated,
    fee: await feeOf(context, input),
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
  const source = { payment_id: id, payment_revision: revision }
  await writeAllocations(context, side, source, allocated.allocations, recorded.documents, entryOf)
}

/** The processor's fee; its tax is deductible under the organisation's standard input tax. */
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
