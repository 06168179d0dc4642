import { z } from 'zod'
import { type NoteReason, noteReasons } from '../e-invoice/note-reasons.ts'
import { boolean, choice, date, id, noDraft, optional, version } from '../fields/choice.ts'
import { exchangeRate, positiveAmount, price, quantity, wire } from '../fields/decimal.ts'
import { lotsOfRow } from '../fields/lot-rows.ts'
import { maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { givenCode, text, textOf } from '../fields/text.ts'
import { partyAnswer } from '../heads.ts'
import { multiValue } from '../kit/envelope.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { previewFromCall } from '../preview/posting-preview.ts'
import { unitOfRow } from '../units/product-units.ts'
import { advanceCalls, refund } from './advance-calls.ts'
import { audiences } from './audiences.ts'
import { documentRecord, documentRow } from './document-record.ts'
import { discountInput, itemsOf, plainItem } from './documents.ts'
import { issueCall } from './issue-call.ts'
import { sumsCall } from './list-sums.ts'
import { type NoteKind, noteKinds } from './note-kinds.ts'
import { rangeFilters } from './range-filters.ts'

export type { NoteKind } from './note-kinds.ts'

const noteReasonCodes = Object.keys(noteReasons) as [NoteReason, ...NoteReason[]]
const notesMaximum = 500

const line = z.object({
  /** The row of the document that is corrected. */
  line_number: id,
  /** The unit of that row, which quantity and price are then of; otherwise they are of the product's own. */
  product_unit_id: optional(id),
  ...lotsOfRow,
  /** Returned goods, at the row's price unless a lower one is given. */
  quantity: optional(quantity),
  price: optional(price),
  /** Or an amount before tax, when only the price is corrected. */
  amount: optional(positiveAmount),
  /** Of a credit note on goods that a delivery note delivered: they stay with the customer, and may be invoiced again. */
  stays_delivered: boolean.optional(),
})
const input = z.object({
  /** Ours from the series; a supplier's as typed. */
  note_number: optional(givenCode),
  note_date: date,
  /** Where goods come back to or leave from. Absent: the place of the document. */
  place_id: optional(id),
  reason: text,
  /** The legal reason (article 54); absent follows from what is credited: goods that come back, or another value. */
  reason_code: optional(choice(noteReasonCodes)),
  status: noDraft,
  lines: z
    .array(line, { error: () => 'too_few_rows' })
    .min(1, 'too_few_rows')
    .max(notesMaximum, 'too_many_rows'),
  /** The document's version that the form was filled from. */
  version,
})
const reference = z.object({
  id: z.int(),
  kind: z.enum(['invoice', 'bill', 'advance_invoice']),
  number: z.string(),
  date: z.string(),
})
/** The document a note corrects. For an invoice of another system only its number and date are known. */
const corrected = z.discriminatedUnion('kind', [
  reference,
  z.object({ id: z.null(), kind: z.literal('external'), number: z.string(), date: z.string() }),
])
const sharedRow = {
  ...documentRow,
  note_number: z.string(),
  note_date: z.string(),
  reason: maybeText,
  reason_code: nullable(z.enum(noteReasonCodes)),
  reference: corrected,
}
const sharedRecord = {
  ...documentRecord,
  ...sharedRow,
  /** The documents it was applied to, and what was paid out of it. */
  applied: z.array(z.object({ id: z.int(), number: z.string(), kind: z.string(), date: z.string(), amount: wire })),
  refunds: z.array(refund),
}

const resourceOf = <const K extends NoteKind, Party extends z.ZodRawShape, PartyRow extends z.ZodRawShape>(
  kind: K,
  party: Party,
  partyRow: PartyRow,
) => {
  const { document, partyField } = kind.side
  const resource = defineResource(kind.name, kind.path, {
    permissions: {
      list: `list-${document}`,
      read: `read-${document}`,
      create: kind.creates,
      update: kind.creates,
      delete: kind.voids,
    },
    input,
    record: z.object({ ...sharedRecord, ...party }),
    row: z.object({ ...sharedRow, ...partyRow }),
    list: {
      search: ['number', 'party'],
      sort: ['note_number', 'note_date', kind.side.party, 'status', 'total', 'created_at'],
      order: '-note_date',
      filter: {
        status: choice([kind.side.postedStatus, 'partially_paid', 'paid', 'void']),
        [partyField]: id,
        with_void: boolean,
        ...rangeFilters,
      },
    },
    exported: {
      admission: [`list-${document}`],
      columns: [
        'note_number',
        'note_date',
        kind.side.party,
        'reason',
        'status',
        'subtotal',
        'tax',
        'total',
        'currency',
      ],
    },
  })
  const { list, read, remove, export: exported } = resource.calls
  const one = `${kind.side.documentPath}/:id/${kind.action}`
  const params = { params: z.object({ id }) }
  const action = { kind: 'action', labels: kind.name, admission: [kind.creates], ...params } as const
  return {
    ...resource,
    noteKind: kind,
    calls: {
      list,
      read,
      remove,
      ...(exported && { export: exported }),
      sums: sumsCall({ path: kind.path, labels: kind.name, admission: [`list-${document}`], query: list.query }),
      /** The creditable part, row by row. */
      draft: defineCall({ method: 'GET', path: one, ...action, answer: noteDraft }),
      create: defineCall({ method: 'POST', path: one, ...action, body: input, answer: resource.record }),
      preview: previewFromCall({ path: one, labels: kind.name, admission: [kind.creates], body: input }),
      /** The note as it prints, as PDF/A-3. */
      pdf: defineCall({
        method: 'GET',
        kind: 'export',
        labels: kind.name,
        params: z.object({ id }),
        path: `${kind.path}/:id/pdf`,
        admission: [resource.permissions.read],
      }),
      /** Several notes one after the other in one file, in the order in which they are named. */
      mergedPdf: defineCall({
        method: 'GET',
        kind: 'export',
        labels: kind.name,
        query: z.object({ ids: multiValue(id) }),
        path: `${kind.path}/merged-pdf`,
        admission: [resource.permissions.read],
      }),
      issue: issueCall(kind.path, kind.name, [resource.permissions.read], resource.record),
    },
  }
}

const noteDraft = z.object({
  reference: reference.extend({
    version: z.int(),
    total: wire,
    credited: wire,
    party: z.string(),
    party_en: maybeText,
  }),
  currency: documentRow.currency,
  note_number: z.string(),
  lines: z.array(
    z.object({
      line_number: z.int(),
      product_id: z.int(),
      product_name: z.string(),
      product_name_en: maybeText,
      /** With the price in the product's own unit; `stated` is the unit of the row, with its exact price. */
      quantity: wire,
      price: wire,
      product_unit_id: nullableInt,
      unit: maybeText,
      unit_en: maybeText,
      stated: nullable(z.object({ content: wire, price: wire, unit: z.string(), unit_en: maybeText })),
      net: wire,
      tax_key: z.string(),
      returned_quantity: wire,
      credited_net: wire,
      /** Its goods left with a delivery note: what is credited of them may stay with the customer. */
      is_delivered: z.boolean(),
      /** Its pieces are worth their part of its net: it was discounted, or priced with tax. */
      is_proportional: z.boolean(),
      /** What was charged for the row, tax included, where its price included tax. */
      gross: nullable(wire),
    }),
  ),
  taxes: z.array(
    z.object({ key: z.string(), rate: wire, base: wire, tax: wire, credited_base: wire, credited_tax: wire }),
  ),
})
export type NoteDraft = z.output<typeof noteDraft>

const named = partyAnswer.pick({ id: true, name: true, name_en: true })
const customer = { customer_id: z.int(), customer: partyAnswer }
const customerRow = { customer_id: z.int(), customer: named }
export const creditNotes = resourceOf(noteKinds.credit_note, customer, customerRow)
const debitNotes = resourceOf(noteKinds.debit_note, customer, customerRow)
const supplierCredits = resourceOf(
  noteKinds.supplier_credit,
  { supplier_id: z.int(), supplier: partyAnswer },
  { supplier_id: z.int(), supplier: named },
)
export const notes = { credit_note: creditNotes, debit_note: debitNotes, supplier_credit: supplierCredits } as const
export type NoteResource = (typeof notes)[keyof typeof notes]

const advanceOf = ({ noteKind, record }: typeof creditNotes | typeof supplierCredits) =>
  advanceCalls(noteKind.path, noteKind.side.payment, [noteKind.creates], record as z.ZodType)
/** A credit or debit note on an invoice that another system issued: that invoice's number and day, and what changes of it. */
const externalNoteInput = z.object({
  reference_number: textOf(127),
  reference_date: date,
  note_date: date,
  reason: text,
  reason_code: choice(noteReasonCodes),
  customer_id: id,
  branch_id: id,
  currency_id: id,
  tax_id: id,
  exchange_rate: optional(exchangeRate),
  audience: optional(choice(audiences)),
  prices_include_tax: boolean.optional(),
  ...discountInput,
  items: itemsOf(plainItem.extend({ ...unitOfRow, cost_center_id: optional(id) })),
})
const external = ({ noteKind: { path, creates }, record }: typeof creditNotes | typeof debitNotes) =>
  defineCall({
    method: 'POST',
    path,
    kind: 'create',
    labels: 'external_note',
    admission: [creates],
    body: externalNoteInput,
    answer: record as z.ZodType,
  })
export const externalNoteCalls = { credit_note: external(creditNotes), debit_note: external(debitNotes) } as const
export type ExternalNoteInput = z.output<typeof externalNoteInput>

/** An advance tax invoice is credited in the words of an invoice, at its own address. */
export const advanceNoteCalls = {
  draft: { ...creditNotes.calls.draft, path: '/advance-invoices/:id/credit-note' },
  create: { ...creditNotes.calls.create, path: '/advance-invoices/:id/credit-note' },
} as const
/** The unused part of a note is used like the rest of a payment. */
export const noteAdvanceCalls = {
  credit_note: advanceOf(creditNotes),
  supplier_credit: advanceOf(supplierCredits),
} as const
export const noteCalls = [
  ...Object.values(advanceNoteCalls),
  ...Object.values(notes).flatMap((resource) => Object.values(resource.calls)),
  ...Object.values(externalNoteCalls),
  ...Object.values(noteAdvanceCalls).flatMap((calls) => Object.values(calls)),
]
