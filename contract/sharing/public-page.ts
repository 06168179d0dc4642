import { z } from 'zod'
import { choice, optional, version } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { maybeText, nullable } from '../fields/response-fields.ts'
import { note, textOf } from '../fields/text.ts'
import { defineCall } from '../kit/resource.ts'
import { paperLanguages } from './deliveries.ts'
import { bankAccountAnswer } from './settings.ts'
import { sharedNames } from './shared-kinds.ts'

/** `issued`: it asks for nothing. `offered` and what follows: a quotation, which asks for an answer. */
export const publicStates = [
  'issued',
  'unpaid',
  'partially_paid',
  'paid',
  'overdue',
  'void',
  'offered',
  'accepted',
  'declined',
  'expired',
] as const

const label = z.object({ ar: z.string(), en: z.string() })
/** The rows and totals of the paper as it prints them, so that they can be read on a phone. */
const paperRows = z.object({
  columns: z.array(z.object({ label, is_name: z.boolean() })),
  rows: z.array(z.array(z.object({ text: z.string(), below: maybeText }))),
  totals: z.array(z.object({ label, value: z.string(), is_grand: z.boolean() })),
})

/** The data the reader of a link sees, and nothing else of the organisation. */
const page = z.object({
  kind: z.enum(sharedNames),
  /** Number, day and amounts are null while the paper is not handed over: until the authority has cleared it nothing is an invoice. */
  number: maybeText,
  date: maybeText,
  due_date: maybeText,
  language: z.enum(paperLanguages),
  state: z.enum(publicStates),
  /** NULL also for a paper without prices: what moves goods. */
  total: nullable(wire),
  remaining: nullable(wire),
  currency: z.object({ code: z.string(), decimals: z.int() }),
  seller: z.object({
    name: z.string(),
    name_en: maybeText,
    logo: maybeText,
    email: maybeText,
    phone: maybeText,
    /** The colour of its letterhead. */
    accent: maybeText,
  }),
  party: z.object({ name: z.string(), name_en: maybeText }),
  /** Where to pay what remains; empty where nothing is to be paid. */
  bank_accounts: z.array(bankAccountAnswer),
  has_paper: z.boolean(),
  /** NULL for a paper without items, a very long one, and one that may not be handed over. */
  items: nullable(paperRows),
  has_xml: z.boolean(),
  /** A quotation: until when it is valid, and the answer that was given. The version is what an answer refers to. */
  offer: nullable(z.object({ valid_until: z.string(), answered_by: maybeText, version: z.int() })),
})
export type PublicPage = z.output<typeof page>
export type PaperRows = z.output<typeof paperRows>
/** As the server builds it: figures are exact decimal text. */
export type PublicPageInput = z.input<typeof page>

/** `<organisation>-<random>`: the second part is what proves anything. */
export const linkToken = z.string().regex(/^[1-9][0-9]{0,14}-[A-Za-z0-9_-]{43}$/)
const shared = { admission: 'public', labels: 'shared_page', params: z.object({ token: z.string().max(100) }) } as const
const file = { ...shared, method: 'GET', kind: 'export' } as const

export const publicPageCalls = {
  show: defineCall({ ...shared, method: 'GET', path: '/shared/:token', kind: 'item', answer: page }),
  pdf: defineCall({ ...file, path: '/shared/:token/pdf' }),
  /** The paper as a picture, for the page. */
  picture: defineCall({ ...file, path: '/shared/:token/picture' }),
  xml: defineCall({ ...file, path: '/shared/:token/xml' }),
  /** The customer accepts or declines the quotation that was read. */
  answer: defineCall({
    ...shared,
    method: 'POST',
    path: '/shared/:token/answer',
    kind: 'action',
    body: z.object({
      answer: choice(['accept', 'decline']),
      name: textOf(100),
      reason: optional(textOf(300)),
      /** Of the quotation that was read. */
      version,
    }),
  }),
  /** The reader says what is wrong; the sender gets it. */
  remark: defineCall({
    ...shared,
    method: 'POST',
    path: '/shared/:token/remarks',
    kind: 'action',
    body: z.object({
      name: optional(textOf(100)),
      remark: note.pipe(z.string().min(1, 'required').max(2000, 'too_long')),
    }),
  }),
}
