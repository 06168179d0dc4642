import { z } from 'zod'
import { settingVerbs } from './crud-permissions.ts'
import { choice, date, id, optional } from './fields/choice.ts'
import { cleanCode, foldDigits } from './fields/clean-text.ts'
import { instant, maybeText, nullable, nullableInt } from './fields/response-fields.ts'
import { textOf } from './fields/text.ts'
import { defineCall, defineResource, idParams } from './kit/resource.ts'
import { documentHeads } from './paper/issued-paper.ts'

/** 0: not subject to e-invoicing. 1: the QR code. 2: the authority's platform. */
export const eInvoicingPhases = ['0', '1', '2'] as const
/** The authority's three worlds: keys, certificates and chains of one mean nothing in another. */
export const eInvoiceEnvironments = ['sandbox', 'simulation', 'production'] as const
const unitStates = ['new', 'live', 'retired'] as const
/**
 * `waiting`: not answered yet. `unknown`: sent without an answer, sent again. `not_sent`: refused unread, a person has to look.
 * `cleared_without_xml`: cleared, but the authority's document did not come; it stays in the house until it does.
 */
export const eDocumentStates = [
  'waiting',
  'unknown',
  'not_sent',
  'cleared_without_xml',
  'rejected',
  'accepted_with_warnings',
  'accepted',
] as const
export const eDocumentKinds = ['invoice', 'advance_invoice', 'credit_note', 'debit_note'] as const
export const eInvoiceAudiences = ['standard', 'simplified'] as const
/** The prerequisites, checked before asking for the one-time password, which expires after an hour. */
export const readinessPoints = [
  ...(['name', 'code', 'vat_number', 'member_tin', 'commercial_registration', 'address', 'currency'] as const),
] as const

const labels = 'e_invoice_unit'
const seeSettings = [settingVerbs.read, settingVerbs.update]
const changeSettings = [settingVerbs.update]
/** Each document that is sent: who lists invoices sees them. */
const seeDocuments = ['list-invoice']

const unit = z.object({
  id: z.int(),
  name: z.string(),
  branch: nullable(z.object({ id: z.int(), name: z.string(), name_en: maybeText })),
  environment: z.enum(eInvoiceEnvironments),
  state: z.enum(unitStates),
  serial: z.string(),
  vat_number: maybeText,
  /** How many documents it has stamped. */
  counter: z.int(),
  valid_to: nullable(z.string()),
  days_left: nullableInt,
  last_issued_at: nullable(z.string()),
  /** Since when the platform does not accept its certificate. */
  refused_at: nullable(z.string()),
  created_at: instant,
})
export type EInvoiceUnit = z.output<typeof unit>

const settings = z.object({
  phase: z.enum(eInvoicingPhases),
  since: maybeText,
  readiness: z.array(z.object({ point: z.enum(readinessPoints), is_ready: z.boolean(), is_required: z.boolean() })),
  units: z.array(unit),
  /** Whether documents go to a stand-in instead of the authority. */
  is_stand_in: z.boolean(),
})
export type EInvoicingSettings = z.output<typeof settings>

const remark = z.object({ code: maybeText, category: maybeText, message: z.string() })
const row = z.object({
  id: z.int(),
  unit: z.string(),
  environment: z.enum(eInvoiceEnvironments),
  icv: z.int(),
  document_id: z.int(),
  kind: z.enum(eDocumentKinds),
  number: z.string(),
  attempt: z.int(),
  type_code: z.string(),
  audience: z.enum(eInvoiceAudiences),
  state: z.enum(eDocumentStates),
  issued_at: instant,
  answered_at: nullable(instant),
  errors: z.array(remark),
  warnings: z.array(remark),
})
export type EDocumentRow = z.output<typeof row>

const path = '/e-invoicing/documents'
const resource = defineResource('e_document', path, {
  permissions: {
    list: 'list-invoice',
    read: 'list-invoice',
    create: 'update-invoice',
    update: 'update-invoice',
    delete: 'update-invoice',
  },
  input: z.object({}),
  record: row.extend({
    uuid: z.string(),
    hash: z.string(),
    previous_hash: z.string(),
    file_name: z.string(),
    is_cleared: z.boolean(),
    sent_at: nullable(instant),
    /** As received, for the archive. */
    answer: maybeText,
    /** The latest error of the runner. */
    last_error: maybeText,
  }),
  row,
  list: {
    search: ['number'],
    sort: ['issued_at', 'number', 'icv', 'state'],
    order: '-issued_at',
    filter: { state: choice(eDocumentStates), kind: choice(eDocumentKinds), audience: choice(eInvoiceAudiences) },
  },
})
export type EDocumentRecord = z.output<typeof resource.record>
/** Every document that was stamped, with what became of it: read, and sent again, but never changed. */
export const eDocuments = { ...resource, calls: { list: resource.calls.list, read: resource.calls.read } }

const summary = z.object({
  phase: z.enum(eInvoicingPhases),
  since: maybeText,
  counts: z.object(
    Object.fromEntries(eDocumentStates.map((state) => [state, z.int()])) as Record<
      (typeof eDocumentStates)[number],
      z.ZodInt
    >,
  ),
  /** When the oldest was issued that has no answer. */
  oldest_waiting: nullable(z.string()),
  /** Until when the first simplified document without an answer must be reported: 24 hours after its issue. */
  report_until: nullable(z.string()),
  /** Days until the first certificate in use ends. */
  certificate_days: nullableInt,
  is_refused: z.boolean(),
  /** Posted on a day that is over and not issued: the rules refuse them, or no unit could stamp. */
  unissued: z.array(z.object({ id: z.int(), kind: z.enum(eDocumentKinds), number: z.string(), date: z.string() })),
})
export type EInvoicingSummary = z.output<typeof summary>

/** Digits of any keyboard, with or without blanks. */
const otp = z
  .string()
  .transform((value) => foldDigits(cleanCode(value)).replace(/\s/g, ''))
  .pipe(z.string().min(1, 'required').max(20, 'too_long').regex(/^\d+$/, 'invalid_number'))
const unitAction = {
  method: 'POST',
  kind: 'action',
  labels,
  admission: changeSettings,
  params: idParams,
  answer: settings,
  asks: 'confirmed',
} as const
const file = { method: 'GET', kind: 'export' } as const
const one = { params: z.object({ id }), admission: ['read-invoice'] }

export const eInvoicingCalls = {
  settings: defineCall({
    method: 'GET',
    path: '/e-invoicing/settings',
    kind: 'item',
    labels,
    admission: seeSettings,
    answer: settings,
  }),
  setPhase: defineCall({
    method: 'POST',
    path: '/e-invoicing/phase',
    kind: 'update',
    asks: 'confirmed',
    labels,
    admission: changeSettings,
    body: z.object({ phase: choice(eInvoicingPhases), since: optional(date) }),
    answer: settings,
  }),
  createUnit: defineCall({
    method: 'POST',
    path: '/e-invoicing/units',
    kind: 'create',
    asks: 'confirmed',
    labels,
    admission: changeSettings,
    body: z.object({ name: textOf(60), environment: choice(eInvoiceEnvironments), branch_id: optional(id) }),
    answer: settings,
  }),
  /** From the certificate request to the certificate that counts. */
  onboard: defineCall({ ...unitAction, path: '/e-invoicing/units/:id/onboard', body: z.object({ otp }) }),
  /** A new certificate for a unit that has one; its counter and chain continue. */
  renew: defineCall({ ...unitAction, path: '/e-invoicing/units/:id/renew', body: z.object({ otp }) }),
  retire: defineCall({ ...unitAction, path: '/e-invoicing/units/:id/retire' }),
  summary: defineCall({
    method: 'GET',
    path: '/e-invoicing/summary',
    kind: 'statistic',
    labels: 'e_document',
    admission: seeDocuments,
    answer: summary,
  }),
  retry: defineCall({
    method: 'POST',
    path: `${path}/:id/retry`,
    kind: 'action',
    labels: 'e_document',
    admission: ['update-invoice'],
    params: idParams,
    answer: resource.record,
  }),
  xml: defineCall({
    ...file,
    path: `${path}/:id/xml`,
    labels: 'e_document',
    admission: seeDocuments,
    params: idParams,
  }),
  /** All that was stamped in a period, with answers and an index, as one file. */
  archive: defineCall({
    ...file,
    path: '/e-invoicing/archive',
    labels: 'e_document',
    admission: seeDocuments,
    query: z.object({ from: date, to: date }),
  }),
}

const verdict = z.object({
  light: z.enum(['green', 'amber', 'red']),
  /** Characters that no font of the papers has: the paper shows a substitute for them, the XML the characters. */
  substituted: z.array(z.string()),
  issues: z.array(
    z.object({
      rule: z.string(),
      severity: z.enum(['error', 'warning']),
      /** Where in the e-invoice, such as `buyer.address`. */
      path: z.string(),
      words: z.string(),
    }),
  ),
})
export type EInvoiceVerdict = z.output<typeof verdict>
const judged = { method: 'GET', kind: 'statistic', ...one, answer: verdict } as const
/** The authority's expected verdict on a document before it is issued. */
export const verdictCalls = {
  invoice: defineCall({ ...judged, path: '/invoices/:id/verdict', labels: 'invoice' }),
  advance_invoice: defineCall({ ...judged, path: '/advance-invoices/:id/verdict', labels: 'advance_invoice' }),
  credit_note: defineCall({ ...judged, path: '/credit-notes/:id/verdict', labels: 'credit_note' }),
  debit_note: defineCall({ ...judged, path: '/debit-notes/:id/verdict', labels: 'debit_note' }),
}

/**
 * What the form of a sale needs so that the rules run in the browser while it is typed: seller, branch and buyer as the paper will print
 * them. `applies` is whether the document will go to the authority's platform.
 */
export const documentHeadsCall = defineCall({
  method: 'GET',
  path: '/e-invoicing/heads',
  kind: 'statistic',
  labels: 'invoice',
  admission: ['create-invoice', 'update-invoice'],
  query: z.object({ branch_id: id, customer_id: id, currency_id: id, date }),
  answer: documentHeads.extend({
    applies: z.boolean(),
    /** Riyals for one unit of the currency on that day, as decimal text. Null where the organisation has no rate. */
    exchange_rate: maybeText,
  }),
})

/** The XML of a document as the authority has it. */
export const eDocumentXmlCalls = {
  invoice: defineCall({ ...file, ...one, path: '/invoices/:id/xml', labels: 'invoice' }),
  advance_invoice: defineCall({ ...file, ...one, path: '/advance-invoices/:id/xml', labels: 'advance_invoice' }),
  credit_note: defineCall({ ...file, ...one, path: '/credit-notes/:id/xml', labels: 'credit_note' }),
  debit_note: defineCall({ ...file, ...one, path: '/debit-notes/:id/xml', labels: 'debit_note' }),
}
