import { z } from 'zod'
import { boolean, choice, date, id, optional } from '../fields/choice.ts'
import { listParts } from '../fields/clean-text.ts'
import { instant, maybeText, nullable } from '../fields/response-fields.ts'
import { email, note, textOf } from '../fields/text.ts'
import { type Call, defineCall, listCalls } from '../kit/resource.ts'
import { type SharedKind, sharedKinds, sharedNames } from './shared-kinds.ts'

export const channels = ['mail', 'whatsapp', 'link'] as const
export const paperLanguages = ['ar', 'en'] as const
export type PaperLanguage = (typeof paperLanguages)[number]
/** `open`: a link that was taken along. `waiting`: it will be tried, again if it has an error. `unknown`: the server stopped while sending. */
export const deliveryStates = ['open', 'waiting', 'sending', 'sent', 'failed', 'unknown'] as const
const recipientsMaximum = 10
const labels = 'delivery'

const words = z.object({ subject: z.string(), body: z.string(), message: z.string() })
/** Initial values of the send sheet. In `body` the text `{link}` becomes the link. */
const start = z.object({
  kind: z.enum(sharedNames),
  number: z.string(),
  party: z.string(),
  party_en: maybeText,
  email: maybeText,
  phone: maybeText,
  /** Whether this installation can send mail. */
  can_mail: z.boolean(),
  has_xml: z.boolean(),
  words: z.object({ ar: words, en: words }),
})
export type SendingStart = z.output<typeof start>

const delivery = z.object({
  id: z.int(),
  channel: z.enum(channels),
  language: z.enum(paperLanguages),
  recipients: z.array(z.string()),
  subject: maybeText,
  from_day: maybeText,
  to_day: maybeText,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  error: maybeText,
  sent_at: nullable(instant),
  opened: z.int(),
  first_opened_at: nullable(instant),
  last_opened_at: nullable(instant),
  expires_at: instant,
  ended_at: nullable(instant),
  created_at: instant,
  created_by: maybeText,
  remarks: z.array(z.object({ name: maybeText, remark: z.string(), created_at: instant })),
  /** Only in the answer of its creation: it is stored nowhere. */
  link: maybeText,
})
export type Delivery = z.output<typeof delivery>

const recipients = z.preprocess(
  listParts,
  z
    .array(email, { error: () => 'required' })
    .min(1, 'required')
    .max(recipientsMaximum, 'too_many_rows'),
)
/** For a statement: its range, by default the financial year to date. For a certificate of withheld tax: one calendar year, by default the present one. */
const days = { from: optional(date), to: optional(date) }
const input = z.object({
  channel: choice(channels),
  language: choice(paperLanguages),
  recipients: optional(recipients),
  subject: optional(textOf(200)),
  body: optional(note),
  with_xml: boolean.optional(),
  ...days,
})
export type DeliveryInput = z.output<typeof input>

const callsOf = ({ path, reads, sends }: SharedKind) => {
  const record = { labels, params: z.object({ id }) } as const
  const one = { labels, params: z.object({ id, delivery_id: id }), admission: sends, answer: delivery } as const
  const action = { method: 'POST', kind: 'action' } as const
  return {
    /** The initial send sheet: recipients, and its texts in both languages. */
    start: defineCall({
      ...record,
      method: 'GET',
      kind: 'statistic',
      path: `${path}/:id/sending`,
      query: z.object(days),
      admission: sends,
      answer: start,
    }),
    /** Where it went and what became of it, latest first. */
    list: defineCall({
      ...record,
      method: 'GET',
      kind: 'options',
      path: `${path}/:id/deliveries`,
      admission: [reads],
      answer: delivery,
    }),
    create: defineCall({
      ...record,
      ...action,
      path: `${path}/:id/deliveries`,
      admission: sends,
      body: input,
      answer: delivery,
    }),
    /** The link opens nothing from now on. */
    end: defineCall({ ...one, ...action, path: `${path}/:id/deliveries/:delivery_id/end` }),
    /** Sends a mail again that failed, or of which it is unknown whether it left. */
    retry: defineCall({ ...one, ...action, path: `${path}/:id/deliveries/:delivery_id/retry` }),
  }
}
/** By the name of the record: `deliveryCalls.invoice.create`. */
export const deliveryCalls = Object.fromEntries(sharedKinds.map((kind) => [kind.name, callsOf(kind)])) as Record<
  SharedKind['name'],
  ReturnType<typeof callsOf>
>
export const allDeliveryCalls: readonly Call[] = Object.values(deliveryCalls).flatMap((own) => listCalls(own))
