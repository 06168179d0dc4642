import { z } from 'zod'
import { wire } from '../fields/decimal.ts'
import { maybeText } from '../fields/response-fields.ts'
import { defineCall } from '../kit/resource.ts'

const named = { id: z.int(), name: z.string(), name_en: maybeText }
/** Price and features of a month of the service. Shown, not sold here. */
const plan = z.object({
  ...named,
  price: z.object({ amount: wire, currency: z.object({ code: z.string(), symbol: z.string() }) }),
  features: z.array(z.object(named)),
})
export type Plan = z.output<typeof plan>
export const plansCall = defineCall({
  method: 'GET',
  path: '/in-subscriptions/plans',
  kind: 'options',
  admission: 'signed-in',
  labels: 'common',
  answer: plan,
})
