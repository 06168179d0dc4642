import { z } from 'zod'
import { withholdingTypes } from '#ledger/law/withholding.ts'
import { choice, id, optional, version } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { instant, maybeText, nullable, reference } from '../fields/response-fields.ts'
import { code, text } from '../fields/text.ts'
import { defineCall } from '../kit/resource.ts'

/** Percent that the law withholds from payments to non-residents, by what they are for; a treaty may lower it (decision 0244). */
export const withholdingRates = ['0', '5', '15', '20'] as const
/** What a payment that withholds tax was for, as the law tells payments apart, and the certificate of a treaty that lowers the rate. */
export const withholdingTypeInput = z.object({
  withholding_type: choice(withholdingTypes),
  withholding_certificate: optional(code),
  version,
})

export const withholdingKinds = ['month', 'year'] as const

const period = z.object({
  /** Of a month its last day as a number, 20260331; of the statement of a year the year. */
  id: z.int(),
  kind: z.enum(withholdingKinds),
  from: z.string(),
  to: z.string(),
  /** Running while its days are not over, then open until it is filed. */
  status: z.enum(['running', 'open', 'filed']),
  /** The last day to file and pay it. */
  due_on: z.string(),
  /** What was paid, before the tax, and the tax withheld of it: as filed, or so far. */
  base: wire,
  tax: wire,
  /** Of a month: payments whose kind is not said. It is not filed before. */
  untyped: z.int(),
  /** Of a filed month: what is not paid to the authority yet, oldest first. */
  unpaid: wire,
  /** Of what is unpaid today: the fine of the law. */
  fine: wire,
  filed_at: nullable(instant),
  filed_by: maybeText,
  /** The number of the authority's own filing: nothing is sent to it from here. */
  authority_reference: maybeText,
})
const untyped = z.object({
  payment_id: z.int(),
  number: z.string(),
  day: z.string(),
  supplier: reference,
  rate: wire,
  base: wire,
  tax: wire,
  version: z.int(),
})
const takenBack = z.object({
  kind: z.enum(withholdingKinds),
  from: z.string(),
  to: z.string(),
  tax: wire,
  authority_reference: maybeText,
  filed_at: instant,
  filed_by: maybeText,
  taken_back_at: instant,
  taken_back_by: maybeText,
  reason: z.string(),
})
const periods = z.object({
  /** The months with payments that withhold tax, and those that are filed; the latest first. */
  months: z.array(period),
  years: z.array(period),
  untyped: z.array(untyped),
  taken_back: z.array(takenBack),
  /** Where tax withheld is owed, and what is paid to the authority is booked against. */
  account: reference.extend({ number: z.string() }),
})
export type WithholdingPeriods = z.output<typeof periods>

/** A year in which tax was withheld from a payee: what its certificate says. Of months that are filed the figures are as filed. */
const payeeYear = z.object({
  year: z.int(),
  base: wire,
  tax: wire,
  /** Whether the return of each month with a payment of it is filed. */
  is_filed: z.boolean(),
})
export type WithheldYear = z.output<typeof payeeYear>

const params = z.object({ id })
const ofPayee = 'read-report-withholding-by-payee'
const filing = {
  admission: ['file-withholding'],
  labels: 'withholding_period',
  kind: 'action',
  answer: periods,
} as const
export const withholdingCalls = {
  periods: defineCall({
    method: 'GET',
    path: '/withholding-periods',
    kind: 'item',
    labels: 'withholding_period',
    admission: ['file-withholding', 'take-back-withholding', 'read-report-withholding-by-payee'],
    answer: periods,
  }),
  file: defineCall({ ...filing, method: 'POST', path: '/withholding-periods/:id/file', params }),
  setReference: defineCall({
    ...filing,
    method: 'POST',
    path: '/withholding-periods/:id/reference',
    params,
    body: z.object({ authority_reference: optional(code) }),
  }),
  takeBack: defineCall({
    ...filing,
    method: 'POST',
    path: '/withholding-periods/:id/take-back',
    admission: ['take-back-withholding'],
    params,
    body: z.object({ reason: text }),
  }),
  /** The years in which tax was withheld from a supplier, the latest first. */
  yearsOfPayee: defineCall({
    method: 'GET',
    path: '/suppliers/:id/withholding-years',
    kind: 'item',
    labels: 'withholding_period',
    admission: [ofPayee],
    params,
    answer: z.array(payeeYear),
  }),
  /** What was paid to a supplier in a year and withheld of it, as a paper for it. Without a year the present one. */
  certificate: defineCall({
    method: 'GET',
    path: '/suppliers/:id/withholding-certificate',
    kind: 'export',
    labels: 'withholding_period',
    admission: [ofPayee],
    params,
    query: z.object({ year: z.coerce.number().int().min(1990).max(2100).optional() }),
  }),
  /** What a payment was for. It reaches no account: a locked period takes it, until the return of its month is filed. */
  sayType: defineCall({
    ...filing,
    method: 'POST',
    path: '/accounting/expense-payments/:id/withholding-type',
    params,
    body: withholdingTypeInput,
  }),
}
