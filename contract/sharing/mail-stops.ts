import { z } from 'zod'
import { boolean } from '../fields/choice.ts'
import { maybeText } from '../fields/response-fields.ts'
import { defineCall } from '../kit/resource.ts'

/** The addresses that got a mail, and which of them get no more of the organization. */
const mailStops = z.object({
  organization: z.object({ name: z.string(), name_en: maybeText }),
  addresses: z.array(z.object({ address: z.string(), is_stopped: z.boolean() })),
})
export type MailStops = z.output<typeof mailStops>

const linked = {
  admission: 'public',
  labels: 'shared_page',
  params: z.object({ token: z.string().max(100) }),
  path: '/mail-stops/:token',
  answer: mailStops,
} as const

/** Calls for who got a mail of an organization, without signing in. */
export const mailStopCalls = {
  show: defineCall({ ...linked, method: 'GET', kind: 'item' }),
  /** Also what a mailbox sends by itself (RFC 8058): a form with `List-Unsubscribe=One-Click`. */
  change: defineCall({
    ...linked,
    method: 'POST',
    kind: 'action',
    body: z.object({
      address: z.string().max(254, 'too_long').nullish(),
      is_stopped: boolean.default(true),
      'List-Unsubscribe': z.literal('One-Click').optional(),
    }),
  }),
}
