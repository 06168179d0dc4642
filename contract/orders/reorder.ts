import { z } from 'zod'
import { defineCall } from '../kit/resource.ts'
import { orderKinds } from './order-kinds.ts'

const { path, entity, name } = orderKinds.purchase_order
/** Drafts of purchase orders of what is to be bought, one for each supplier. */
export const reorderCall = defineCall({
  method: 'POST',
  kind: 'action',
  labels: name,
  path: `${path}/reorder`,
  admission: [`create-${entity}`],
  body: z.object({}),
  answer: z.object({
    orders: z.array(z.object({ id: z.int(), number: z.string() })),
    /** Products that were never bought: a person says whom to ask. */
    without_supplier: z.int(),
  }),
})
