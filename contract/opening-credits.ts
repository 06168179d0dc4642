import { z } from 'zod'
import { advanceCalls, refund } from './documents/advance-calls.ts'
import { documentRow } from './documents/document-record.ts'
import { purchases, type Side, sales } from './documents/sides.ts'
import { id } from './fields/choice.ts'
import { wire } from './fields/decimal.ts'
import { maybeText } from './fields/response-fields.ts'
import { organizationHead } from './heads.ts'
import { defineCall } from './kit/resource.ts'

const record = z.object({
  id: z.int(),
  number: z.string(),
  date: z.string(),
  party: z.object({ id: z.int(), name: z.string(), name_en: maybeText }),
  currency_id: z.int(),
  currency: documentRow.currency,
  total: wire,
  remaining_amount: wire,
  is_void: z.boolean(),
  version: z.int(),
  organization: organizationHead,
  applied: z.array(z.object({ id: z.int(), amount: wire, number: z.string(), kind: z.string(), date: z.string() })),
  refunds: z.array(refund),
})
export type OpeningCredit = z.output<typeof record>

/** Opening credits are used like the rest of a payment: allocated, refunded, written off. */
const creditOf = <const Name extends string, const S extends Side>(name: Name, path: string, side: S) => {
  const entity = side.payment.replace('_', '-')
  return {
    name,
    path,
    side,
    record,
    calls: {
      read: defineCall({
        method: 'GET',
        path: `${path}/:id`,
        kind: 'item',
        labels: 'opening',
        admission: [`read-${entity}`, `update-${entity}`],
        params: z.object({ id }),
        answer: record,
      }),
      ...advanceCalls(path, 'opening', [`update-${entity}`], record as z.ZodType),
    },
  } as const
}
export const openingCredits = {
  sales: creditOf('opening_customer_credit', '/accounting/opening/customer-credits', sales),
  purchases: creditOf('opening_supplier_credit', '/accounting/opening/supplier-credits', purchases),
} as const
