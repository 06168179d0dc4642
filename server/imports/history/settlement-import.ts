import { z } from 'zod'
import { holdsAny } from '#contract/access/permissions.ts'
import { creditSources } from '#contract/documents/advance-calls.ts'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { date, id, optional } from '#contract/fields/choice.ts'
import { exchangeRate, positiveAmount } from '#contract/fields/decimal.ts'
import { note, text } from '#contract/fields/text.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { allocateAdvance } from '#server/payments/advances/allocate-advance.ts'
import { unallocate } from '#server/payments/advances/deallocate-advance.ts'
import { refundAdvance } from '#server/payments/advances/refund.ts'
import { voidRefund } from '#server/payments/advances/void-refund.ts'
import { isAllocationDissolved, isDissolved } from '#server/payments/dissolve-reversal.ts'
import { activeWriteOffs } from '#server/payments/stored-write-offs.ts'
import { voidWriteOff, writeOff } from '#server/payments/write-off.ts'
import { releaseRetention } from '#server/retentions/release-retention.ts'
import { takeBackRelease } from '#server/retentions/take-back-release.ts'
import type { CellRow, ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { accountNames, methodNames, partyNames } from '../kinds/look-ups.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { type SourceKind, sourceKindOf, sourceNamed, sourceOf, sourceRef } from '../lookup/settlement-source.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

// What was done later with the unused part of a payment, a note or an opening credit, and what was given up of a document.

const known = z.int({ error: () => 'unknown_reference' })
const sideOf = z.enum(['sales', 'purchases'], { error: () => 'party_needed' })
const advance = { customer_id: sideOf, source_kind: z.enum(creditSources), source_number: known }

const allocation = z.object({ ...advance, allocation_date: date, document_number: known, amount: positiveAmount })
const refund = z.object({
  ...advance,
  refund_date: date,
  amount: positiveAmount,
  notes: optional(note),
  exchange_rate: optional(exchangeRate),
  amount_base: optional(positiveAmount),
  payment_method_id: optional(id),
  account_id: optional(id),
})
const givenUp = z.object({
  customer_id: sideOf,
  write_off_date: date,
  document_number: known,
  amount: positiveAmount,
  reason: text,
  account_id: optional(id),
})

const released = z.object({
  customer_id: sideOf,
  release_date: date,
  document_number: known,
  amount: positiveAmount,
  reason: optional(text),
})

type Undo = { side: 'sales' | 'purchases'; source_kind: SourceKind; source: number; document: number }
const sideBy = (name: 'sales' | 'purchases'): Side => (name === 'sales' ? sales : purchases)

/** Either side: the permission of the row's own side is needed. */
function requireSide({ session }: Context, side: Side, verb: 'update' | 'write-off'): void {
  const needed = verb === 'update' ? `update-${side.payment.replace('_', '-')}` : `write-off-${side.document}`
  if (!holdsAny(session.authority, [needed])) throw new Refusal('not_permitted')
}

export const allocationImport: ImportRules = {
  schema: allocation,
  order: 'alone',
  open: (context) =>
    openSettlements(context, 'allocation_date', async (again, body: z.output<typeof allocation>) => {
      const { customer_id: of, source_kind, source_number: source, document_number: document } = body
      requireSide(again, sideBy(of), 'update')
      const at = await sourceRef(again, { side: of, source_kind, source })
      const references = [{ reference_id: document, amount: body.amount }]
      await allocateAdvance(again, sideBy(of), at, { references, date: body.allocation_date })
      return { id: source, before: { side: of, source_kind, source, document } satisfies Undo }
    }),
  undo: async (context, { before }) => {
    const made = before as Undo
    // The package reversed it on a later day, and both are gone.
    if (await isAllocationDissolved(context, sourceOf(made), made.document)) return
    const ask = { reference_id: made.document }
    await unallocate(context, sideBy(made.side), await sourceRef(context, made), ask)
  },
}

export const refundImport: ImportRules = {
  schema: refund,
  order: 'alone',
  open: (context) =>
    openSettlements(context, 'refund_date', async (again, body: z.output<typeof refund>) => {
      const { customer_id: of, source_kind, source_number: source, ...ask } = body
      requireSide(again, sideBy(of), 'update')
      const made: Undo = { side: of, source_kind, source, document: 0 }
      return { id: await refundAdvance(again, sideBy(of), await sourceRef(again, made), ask), before: made }
    }),
  undo: async (context, { id, before }) => {
    const made = before as Undo
    const refund = await context.db.selectFrom('refunds').select('entry_id').where('id', '=', id).executeTakeFirst()
    if (await isDissolved(context, [refund?.entry_id ?? null])) return
    await voidRefund(context, sideBy(made.side), await sourceRef(context, made), id)
  },
}

export const writeOffImport: ImportRules = {
  schema: givenUp,
  order: 'alone',
  open: (context) =>
    openSettlements(context, 'write_off_date', async (again, body: z.output<typeof givenUp>) => {
      const { customer_id: of, document_number: document, ...ask } = body
      requireSide(again, sideBy(of), 'write-off')
      await writeOff(again, sideBy(of), document, ask)
      const standing = await activeWriteOffs(again, document)
      const id = Math.max(...standing.map((one) => one.id))
      return { id, before: { side: of, source_kind: 'payment', source: 0, document } satisfies Undo }
    }),
  undo: async (context, { id, before }) => {
    const { side, document } = before as Undo
    const given = await context.db.selectFrom('write_offs').select('entry_id').where('id', '=', id).executeTakeFirst()
    if (await isDissolved(context, [given?.entry_id ?? null])) return
    await voidWriteOff(context, sideBy(side), document, id)
  },
}

export const retentionReleaseImport: ImportRules = {
  schema: released,
  order: 'alone',
  open: (context) =>
    openSettlements(context, 'release_date', async (again, body: z.output<typeof released>) => {
      const { customer_id: of, document_number: id, release_date, amount, reason } = body
      const side = sideBy(of)
      if (!holdsAny(again.session.authority, [`release-retention-${side.document}`])) throw new Refusal('not_permitted')
      const release = await releaseRetention(again, { side, id, date: release_date, amount, reason })
      return { id: release, before: { side: of, source_kind: 'payment', source: 0, document: id } satisfies Undo }
    }),
  undo: async (context, { id: release, before }) => {
    const { side, document: id } = before as Undo
    await takeBackRelease(context, { side: sideBy(side), id, release })
  },
}

type Made = { id: number; before: Undo }

async function openSettlements<Body>(
  context: Context,
  day: string,
  create: (context: Context, body: Body) => Promise<Made>,
): Promise<ImportBook> {
  const [customers, suppliers, methods, accounts] = await Promise.all([
    partyNames(context, 'customer'),
    partyNames(context, 'supplier'),
    methodNames(context),
    accountNames(context),
  ])
  const documents = namedDocuments({
    kinds: [...sales.openKinds, ...purchases.openKinds],
    columns: ['document_number'],
    parties: [
      { column: 'customer_id', find: customers.find },
      { column: 'supplier_id', find: suppliers.find },
    ],
  })
  let source: number | undefined
  return {
    ...unnumberedBook,
    resolve: {
      customer_id: customers.find,
      supplier_id: suppliers.find,
      payment_method_id: methods.find,
      account_id: accounts.find,
    },
    prepare: async (again, rows) => {
      await documents.prepare(again, rows)
      source = await sourceIn(again, rows[0] as CellRow, customers.find, suppliers.find)
    },
    bodyOf: ([row = {}]) => {
      const side = row.customer_id !== undefined ? 'sales' : row.supplier_id !== undefined ? 'purchases' : undefined
      const kinds = side === 'sales' ? sales.openKinds : purchases.openKinds
      const { amount, payment_method_id, account_id, reason, notes, exchange_rate, amount_base } = row
      return {
        customer_id: side,
        [day]: row[day],
        amount,
        ...sentFields({ payment_method_id, account_id, reason, notes, exchange_rate, amount_base }),
        source_kind: row.source_kind,
        source_number: source,
        document_number: documents.find(String(row.document_number ?? ''), kinds),
      }
    },
    create: async (again, body) => [{ resource: 'settlement', ...(await create(again, body as Body)) }],
  }
}

type Find = (cell: string) => number | undefined

/** The payment, the note or the opening credit of a number. */
function sourceIn(context: Context, { cells }: CellRow, customer: Find, supplier: Find) {
  const { source_number, source_kind = 'payment', customer_id, supplier_id } = cells
  if (!source_number || (!customer_id && !supplier_id)) return undefined
  const side = sideBy(customer_id ? 'sales' : 'purchases')
  const party = customer_id ? customer(customer_id) : supplier(supplier_id as string)
  if (party === undefined) return undefined
  return sourceNamed(context, { side, source_kind: sourceKindOf(source_kind), source_number, party })
}
