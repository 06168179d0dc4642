import { z } from 'zod'
import { holdsAny } from '#contract/access/permissions.ts'
import { noteKinds } from '#contract/documents/note-kinds.ts'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { date, id, optional } from '#contract/fields/choice.ts'
import { exchangeRate, positiveAmount } from '#contract/fields/decimal.ts'
import { note, text } from '#contract/fields/text.ts'
import { openingCredits } from '#contract/opening-credits.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type AdvanceRef, paymentAdvance } from '#server/payments/advances/advance.ts'
import { allocateAdvance } from '#server/payments/advances/allocate-advance.ts'
import { unallocate } from '#server/payments/advances/deallocate-advance.ts'
import { documentAdvance } from '#server/payments/advances/document-advance.ts'
import { refundAdvance, voidRefund } from '#server/payments/advances/refund.ts'
import { paymentKind } from '#server/payments/payment-kind.ts'
import type { AllocationSource } from '#server/payments/reverse-allocations.ts'
import { standingWriteOffs, voidWriteOff, writeOff } from '#server/payments/write-off.ts'
import type { CellRow, ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { said } from '../kinds/journal-import.ts'
import { accountNames, methodNames, partyNames } from '../kinds/look-ups.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

// What was done later with the unused part of a payment, a note or an opening credit, and what was given up of a document.

const known = z.int({ error: () => 'unknown_reference' })
const sideOf = z.enum(['sales', 'purchases'], { error: () => 'party_needed' })
const sources = ['payment', 'note', 'opening'] as const
const advance = { customer_id: sideOf, source_kind: z.enum(sources), source_number: known }

const allocation = z.object({ ...advance, allocation_date: date, document_number: known, amount: positiveAmount })
const refund = z.object({
  ...{ ...advance, refund_date: date, amount: positiveAmount, notes: optional(note) },
  ...{ exchange_rate: optional(exchangeRate), amount_base: optional(positiveAmount) },
  ...{ payment_method_id: optional(id), account_id: optional(id) },
})
const givenUp = z.object({
  ...{ customer_id: sideOf, write_off_date: date, document_number: known },
  ...{ amount: positiveAmount, reason: text, account_id: optional(id) },
})

type Undo = { side: 'sales' | 'purchases'; source_kind: (typeof sources)[number]; source: number; document: number }
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
      const at = await advanceOf(again, { side: of, source_kind, source, document })
      const references = [{ reference_id: document, amount: body.amount }]
      await allocateAdvance(again, sideBy(of), at, { references, date: body.allocation_date })
      return { id: source, before: { side: of, source_kind, source, document } satisfies Undo }
    }),
  undo: async (context, { before }) => {
    const made = before as Undo
    const ask = { reference_id: made.document }
    await unallocate(context, sideBy(made.side), await advanceOf(context, made), sourceOf(made), ask)
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
      return { id: await refundAdvance(again, sideBy(of), await advanceOf(again, made), ask), before: made }
    }),
  undo: async (context, { id, before }) => {
    const made = before as Undo
    await voidRefund(context, sideBy(made.side), id, sourceOf(made), await advanceOf(context, made))
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
      const standing = await standingWriteOffs(again, document)
      const id = Math.max(...standing.map((one) => one.id))
      return { id, before: { side: of, source_kind: 'payment', source: 0, document } satisfies Undo }
    }),
  undo: async (context, { id, before }) => {
    const { side, document } = before as Undo
    await voidWriteOff(context, sideBy(side), document, id)
  },
}

const sourceOf = ({ source_kind, source }: Undo): AllocationSource =>
  source_kind === 'payment' ? { payment_id: source } : { note_id: source }

const creditKinds = {
  sales: { note: noteKinds.credit_note, opening: openingCredits.sales },
  purchases: { note: noteKinds.supplier_credit, opening: openingCredits.purchases },
} as const
const advanceOf = (context: Context, { side, source_kind, source }: Undo): Promise<AdvanceRef> =>
  source_kind === 'payment'
    ? paymentAdvance(context, sideBy(side), source)
    : documentAdvance(context, creditKinds[side][source_kind], source)

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
      ...{ customer_id: customers.find, supplier_id: suppliers.find },
      ...{ payment_method_id: methods.find, account_id: accounts.find },
    },
    prepare: async (again, rows) => {
      await documents.prepare(again, rows)
      source = await sourceNamed(again, rows[0] as CellRow, customers.find, suppliers.find)
    },
    bodyOf: ([row = {}]) => {
      const side = row.customer_id !== undefined ? 'sales' : row.supplier_id !== undefined ? 'purchases' : undefined
      const kinds = side === 'sales' ? sales.openKinds : purchases.openKinds
      const { amount, payment_method_id, account_id, reason, notes, exchange_rate, amount_base } = row
      return {
        ...{ customer_id: side, [day]: row[day], amount },
        ...said({ payment_method_id, account_id, reason, notes, exchange_rate, amount_base }),
        ...{ source_kind: row.source_kind, source_number: source },
        document_number: documents.find(String(row.document_number ?? ''), kinds),
      }
    },
    create: async (again, body) => [{ resource: 'settlement', ...(await create(again, body as Body)) }],
  }
}

type Find = (cell: string) => number | undefined

/** The payment, the note or the opening credit of a number. */
async function sourceNamed({ db }: Context, { cells }: CellRow, customer: Find, supplier: Find) {
  const { source_number, source_kind = 'payment', customer_id, supplier_id } = cells
  if (!source_number || (!customer_id && !supplier_id)) return undefined
  const side = sideBy(customer_id ? 'sales' : 'purchases')
  const party = customer_id ? customer(customer_id) : supplier(supplier_id as string)
  if (party === undefined) return undefined
  const kind = kindOfSource(source_kind)
  const found =
    kind === 'payment'
      ? await db
          .selectFrom('payments')
          .select('id')
          .where('kind', '=', paymentKind(side))
          .where('number', '=', source_number)
          .where('party_id', '=', party)
          .where('state', '=', 'posted')
          .execute()
      : await db
          .selectFrom('documents')
          .select('id')
          .where('kind', '=', creditKinds[side.name][kind].name)
          .where('number', '=', source_number)
          .where('party_id', '=', party)
          .where('state', '=', 'posted')
          .execute()
  return found.length === 1 ? found[0]?.id : undefined
}

const kindOfSource = (said: string): (typeof sources)[number] =>
  /opening|افتتاح/i.test(said) ? 'opening' : /note|credit|إشعار/i.test(said) ? 'note' : 'payment'
