import { z } from 'zod'
import { formAdmission } from '../access/form-lookup-permissions.ts'
import { id } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { multiValue } from '../kit/envelope.ts'
import { defineCall } from '../kit/resource.ts'

/** What is in stock of some products, and what of it no confirmed sales order waits for, in a place. A product without stock is not answered. */
export const availabilityCall = defineCall({
  method: 'GET',
  path: '/inventory/availability',
  kind: 'options',
  labels: 'product',
  admission: [...formAdmission, 'create-delivery-note'],
  query: z.object({
    products: multiValue(id),
    /** Absent: the usual place of the user, of the branch, or the main one. */
    place_id: id.optional(),
    branch_id: id.optional(),
  }),
  answer: z.object({ product_id: z.int(), on_hand: wire, available: wire }),
})
