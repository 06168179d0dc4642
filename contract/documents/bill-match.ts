import { z } from 'zod'
import { wire } from '../fields/decimal.ts'
import { maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { defineCall, idParams } from '../kit/resource.ts'

/** In what a row of a bill differs from its order or from what was received. */
export const differenceKinds = ['price', 'not_received', 'beyond_order'] as const

const row = z.object({
  line_number: z.int(),
  product_name: z.string(),
  product_name_en: maybeText,
  /** Null where the row takes no order, or the person may not read it. */
  order: nullable(
    z.object({ id: z.int(), number: z.string(), quantity: wire, price: wire, received: wire, billed: wire }),
  ),
  /** The goods receipt whose goods it bills. */
  receipt: nullable(z.object({ id: z.int(), number: z.string(), quantity: wire })),
  quantity: wire,
  price: wire,
  net: wire,
  /** What the order says for this quantity, before tax. */
  agreed: nullable(wire),
  differs: z.array(z.enum(differenceKinds)),
  reason: maybeText,
  accepted_by: nullable(z.object({ id: nullableInt, name: z.string() })),
})

/** Order, receipt and bill next to each other, row by row. Empty where the bill takes no order. */
export const billMatchCall = defineCall({
  method: 'GET',
  path: '/bills/:id/match',
  kind: 'item',
  labels: 'bill',
  params: idParams,
  admission: ['read-bill', 'update-bill'],
  answer: z.object({ tolerance: wire, rows: z.array(row) }),
})
