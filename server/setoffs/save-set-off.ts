import { sql } from 'kysely'
import type { z } from 'zod'
import type { setOffs } from '#contract/documents/set-offs.ts'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { type Decimal, sum, text, zero } from '#ledger/money.ts'
import { setOffEntry } from '#ledger/posting/set-off.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { numberOf } from '#server/journal/posting/assign-number.ts'
import { amountsOf, requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { post } from '#server/journal/posting/post.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { requireAvailableOn } from '#server/payments/availability-over-time.ts'
import { resolveReversalDate } from '#server/payments/reversal-date.ts'
import { activeAllocations, undoAllocations } from '#server/payments/reverse-allocations.ts'
import { allocateReferences, type LockedDocument, lockDocuments } from '#server/payments/settle.ts'
import { writeAllocations } from '#server/payments/write-allocations.ts'

export type SetOffInput = z.output<typeof setOffs.input>
type Documents = Map<number, LockedDocument>

/**
 * Settles invoices of a customer by bills of a supplier, in one currency and to the same amount. `own` is the number that an import
 * brings. Answers its id.
 */
export async function createSetOff(context: Context, input: SetOffInput, own?: string): Promise<number> {
  const { db, session, today } = context
  const { set_off_date: date } = input
  if (date > today) throw new Refusal('date_in_future', { field: 'set_off_date' })
  await requireRows(db, {
    customer_id: ['parties', input.customer_id, { kind: 'customer' }],
    supplier_id: ['parties', input.supplier_id, { kind: 'supplier' }],
    branch_id: ['branches', input.branch_id, {}, null],
    currency_id: ['currencies', input.currency_id],
  })
  const { receivables: owed, payables: owing } = input
  const amounts = { ...amountsOf('receivables', owed), ...amountsOf('payables', owing) }
  requireCurrencyPrecision(await loadAccounts(context), input.currency_id, amounts)
  const total = requireEqual(input)
  const period = await lockPeriod(context, date, 'set_off_date', 'sales')
  await lockPeriod(context, date, 'set_off_date', 'purchases')
  const asked = [...input.receivables, ...input.payables].map((row) => row.reference_id)
  const documents = await lockDocuments(context, asked)
  const payables = payablesOf(context, input, total, documents)
  const worth = sum(payables.map((row) => row.carrying_base))
  const receivables = receivablesOf(context, input, total, worth, documents)
  // The settled amounts must be open on the day.
  if ([...documents.values()].some((document) => document.date > date))
    throw new Refusal('date_before_source', { field: 'set_off_date' })
  const rows = [...receivables, ...payables].map((row) => ({
    ...row,
    document: documents.get(row.document_id),
    day: date,
  }))
  await requireAvailableOn(context, { field: 'set_off_date', rows })
  const number = await numberOf(context, { kind: 'set_off', prefix: 'SET', date }, own)
  const { receivables: _, payables: __, ...columns } = input
  const { id } = await db
    .insertInto('set_offs')
    .values({
      ...columns,
      ...{ number, amount: text(total), notes: input.notes ?? null, created_by: session.user_id },
      difference_base: text(sum(receivables.map((row) => row.fx_base))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isBase = input.currency_id === session.organization.currency_id
  const entry = setOffEntry({ ...input, currency_id: isBase ? null : input.currency_id, receivables, payables })
  const head = { date, kind: 'allocation', source: 'set_off', source_id: id, description: number } as const
  const entry_id = await post(context, period, head, entry)
  const source = { set_off_id: id, payment_revision: 1 }
  await writeAllocations(context, sales, source, receivables, documents, () => entry_id)
  await writeAllocations(context, purchases, source, payables, documents, () => entry_id)
  await db.updateTable('set_offs').set({ entry_id }).where('id', '=', id).execute()
  return id
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
function payablesOf(context: Context, input: SetOffInput, total: Decimal, documents: Documents): Allocation[] {
  const source = sourceOf(context, input, total, zero)
  const { allocations } = allocateReferences(
    purchases,
    source,
    input.supplier_id,
    documents,
    input.payables,
    'payables',
  )
  return allocations.map((row) => ({ ...row, source_base: row.carrying_base, fx_base: zero }))
}

/** The invoices are settled by what the bills were worth. */
function receivablesOf(
  context: Context,
  input: SetOffInput,
  total: Decimal,
  worth: Decimal,
  documents: Documents,
): Allocation[] {
  const source = sourceOf(context, input, total, worth)
  return allocateReferences(sales, source, input.customer_id, documents, input.receivables, 'receivables').allocations
}

const sourceOf = ({ session }: Context, input: SetOffInput, amount: Decimal, amount_base: Decimal) => ({
  ...{ amount, amount_base, currency_id: input.currency_id, date: input.set_off_date },
  decimals: session.organization.decimals,
})

/** Takes a set-off back on its own day, or on a later one: from then on what it settled is open again on both sides. */
export async function voidSetOff(context: Context, id: number, asked?: string | null): Promise<void> {
  const { db, services } = context
  const glance = await db.selectFrom('set_offs').select('set_off_date').where('id', '=', id).executeTakeFirst()
  if (!glance) throw new Refusal('not_found')
  const date = resolveReversalDate(context, glance.set_off_date, asked)
  const period = await lockPeriod(context, date, 'date', 'sales')
  await lockPeriod(context, date, 'date', 'purchases')
  const glimpsed = await activeAllocations(context, { set_off_id: id })
  const documents = await lockDocuments(
    context,
    glimpsed.map((row) => row.document_id),
  )
  const voided = await db
    .updateTable('set_offs')
    .set({ state: 'void', voided_at: services.clock.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .where('state', '=', 'posted')
    .returning('entry_id')
    .executeTakeFirst()
  if (!voided) throw new Refusal('document_void', { field: 'status' })
  const entry_id = voided.entry_id === null ? null : await reverseEntry(context, period, voided.entry_id, 1, { date })
  const undoneBy = () => ({ entry_id, date })
  for (const side of [sales, purchases]) {
    const own = glimpsed.filter((row) => isOf(side, documents.get(row.document_id) as LockedDocument))
    await undoAllocations(context, side, own, documents, undoneBy)
  }
}

const isOf = (side: typeof sales | typeof purchases, { kind }: LockedDocument): boolean =>
  (side.openKinds as readonly string[]).includes(kind)
