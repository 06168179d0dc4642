import { z } from 'zod'
import { holdsAny } from '#contract/access/permissions.ts'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { choice, date, id, optional } from '#contract/fields/choice.ts'
import { positiveAmount } from '#contract/fields/decimal.ts'
import { note, text } from '#contract/fields/text.ts'
import { reversedKinds } from '#contract/imports/reversal-columns.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { unallocate } from '#server/payments/advances/deallocate-advance.ts'
import { voidRefund } from '#server/payments/advances/void-refund.ts'
import { dissolveAllocation, dissolveReversals, paymentEntries } from '#server/payments/dissolve-reversal.ts'
import { reversePayment } from '#server/payments/reverse-payment.ts'
import { voidWriteOff } from '#server/payments/write-off.ts'
import type { AllocationSource } from '#server/posting/facts/allocations.ts'
import { voidSetOff } from '#server/setoffs/void-set-off.ts'
import type { ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { partyNames } from '../kinds/look-ups.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { type SettlementSource, sourceKindOf, sourceNamed, sourceOf, sourceRef } from '../lookup/settlement-source.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

type ReversedKind = (typeof reversedKinds)[number]
const row = z.object({
  reversal_date: date,
  reversed_kind: choice([...reversedKinds]),
  customer_id: z.enum(['sales', 'purchases'], { error: () => 'party_needed' }),
  party: optional(id),
  source_kind: z.enum(['payment', 'note', 'opening']),
  source_number: optional(text),
  document_number: z.int({ error: () => 'unknown_reference' }).optional(),
  made_on: optional(date),
  amount: optional(positiveAmount),
  reason: optional(note),
})
type Row = z.output<typeof row>
/** What was reversed: enough to remove both again. */
type Undo = {
  kind: ReversedKind
  side: Side['name']
  entries: number[]
  source: AllocationSource | null
  document: number
}

const sideBy = (name: Side['name']): Side => (name === 'sales' ? sales : purchases)

/**
 * Receipts, payments, allocations, refunds, write-offs and set-offs that were reversed on a later day: they moved balances in between. Undone with
 * their package alone, since what they reversed is undone with it.
 */
export const reversalImport: ImportRules = {
  schema: row,
  order: 'alone',
  undoneWithPackage: true,
  open: openReversals,
  undo: async (context, { before }) => {
    const { kind, side, entries, source, document } = before as Undo
    if (kind !== 'allocation') return dissolveReversals(context, sideBy(side), { entries, source })
    if (source !== null) await dissolveAllocation(context, sideBy(side), source, document)
  },
}

async function openReversals(context: Context): Promise<ImportBook> {
  const [customers, suppliers] = await Promise.all([partyNames(context, 'customer'), partyNames(context, 'supplier')])
  const documents = namedDocuments({
    kinds: [...sales.openKinds, ...purchases.openKinds],
    columns: ['document_number'],
    parties: [
      { column: 'customer_id', find: customers.find },
      { column: 'supplier_id', find: suppliers.find },
    ],
  })
  return {
    ...unnumberedBook,
    resolve: { customer_id: customers.find, supplier_id: suppliers.find },
    prepare: documents.prepare,
    bodyOf: ([cells = {}]) => {
      const { customer_id, supplier_id, reversal_date, reversed_kind, made_on, amount, reason, source_number } = cells
      const side = customer_id !== undefined ? sales : supplier_id !== undefined ? purchases : undefined
      return {
        reversal_date,
        reversed_kind,
        customer_id: side?.name,
        party: customer_id ?? supplier_id,
        source_kind: sourceKindOf(String(cells.source_kind ?? '')),
        ...sentFields({ made_on, amount, reason, source_number }),
        ...(cells.document_number !== undefined && {
          document_number: documents.find(String(cells.document_number), side?.openKinds),
        }),
      }
    },
    create: async (again, body: Row) => {
      const before = await reverseOne(again, sideBy(body.customer_id), body)
      return [{ resource: 'settlement', id: before.document, before }]
    },
  }
}

const permissionOf = (kind: ReversedKind, side: Side): string =>
  ({
    payment: `delete-${side.payment.replace('_', '-')}`,
    allocation: `update-${side.payment.replace('_', '-')}`,
    refund: `update-${side.payment.replace('_', '-')}`,
    write_off: `write-off-${side.document}`,
    set_off: 'set-off-balances',
  })[kind]

async function reverseOne(context: Context, side: Side, body: Row): Promise<Undo> {
  const { reversed_kind: kind } = body
  if (!holdsAny(context.session.authority, [permissionOf(kind, side)])) throw new Refusal('not_permitted')
  const found = await reversers[kind](context, side, body)
  return { kind, side: side.name, document: 0, ...found }
}

type ReversedEntries = Pick<Undo, 'entries' | 'source'> & { document?: number }
const unknown = (column: string) =>
  new Refusal('invalid_input', { errors: { [column]: { code: 'unknown_reference' } } })

async function namedSource(context: Context, side: Side, body: Row): Promise<SettlementSource> {
  const { source_kind, source_number, party } = body
  const source = source_number && party && (await sourceNamed(context, { side, source_kind, source_number, party }))
  if (!source) throw unknown('source_number')
  return { side: side.name, source_kind, source }
}

const reversers: Record<ReversedKind, (context: Context, side: Side, body: Row) => Promise<ReversedEntries>> = {
  payment: async (context, side, body) => {
    const at = await namedSource(context, side, { ...body, source_kind: 'payment' })
    const entries = await paymentEntries(context, side, at.source)
    await reversePayment(context, side, at.source, { date: body.reversal_date, reason: body.reason ?? '-' })
    return { entries, source: { payment_id: at.source } }
  },
  allocation: async (context, side, body) => {
    const at = await namedSource(context, side, body)
    const document = body.document_number
    if (document === undefined) throw unknown('document_number')
    const source = sourceOf(at)
    await unallocate(context, side, await sourceRef(context, at), { reference_id: document, date: body.reversal_date })
    return { entries: [], source, document }
  },
  refund: async (context, side, body) => {
    const at = await namedSource(context, side, body)
    const source = sourceOf(at)
    const refund = await postedOne(context, 'refunds', source, body)
    await voidRefund(context, side, await sourceRef(context, at), refund.id, body.reversal_date)
    return { entries: refund.entries, source: null }
  },
  write_off: async (context, side, body) => {
    if (body.document_number === undefined) throw unknown('document_number')
    const given = await postedOne(context, 'write_offs', { document_id: body.document_number }, body)
    await voidWriteOff(context, side, body.document_number, given.id, body.reversal_date)
    return { entries: given.entries, source: { write_off_id: given.id } }
  },
  set_off: async (context, _side, { source_number, reversal_date }) => {
    const found = await context.db
      .selectFrom('set_offs')
      .select(['id', 'entry_id'])
      .where('number', '=', source_number ?? '')
      .where('state', '=', 'posted')
      .executeTakeFirst()
    if (!found) throw unknown('source_number')
    await voidSetOff(context, found.id, reversal_date)
    return { entries: found.entry_id === null ? [] : [found.entry_id], source: { set_off_id: found.id } }
  },
}

/** The refund or the write-off of a day and an amount. */
async function postedOne(
  { db }: Context,
  table: 'refunds' | 'write_offs',
  of: Record<string, number>,
  { made_on, amount }: Row,
): Promise<{ id: number; entries: number[] }> {
  const [[column, id]] = Object.entries(of) as [[string, number]]
  const day = table === 'refunds' ? 'refund_date' : 'write_off_date'
  const found = await db
    .selectFrom(table as 'write_offs')
    .select(['id', 'entry_id'])
    .where(column as 'document_id', '=', id)
    .where(day as 'write_off_date', '=', made_on ?? '')
    .where('amount', '=', amount ?? '0')
    .where('state', '=', 'posted')
    .orderBy('id')
    .executeTakeFirst()
  if (!found) throw unknown('made_on')
  return { id: found.id, entries: found.entry_id === null ? [] : [found.entry_id] }
}
