import { defineCall, idParams } from '../kit/resource.ts'
import { reports } from './reports.ts'

const { show } = reports.stockCard.calls
/** The stock card at the address of its product (accounting rule 1.8). */
export const productCardCall = defineCall({
  ...show,
  path: '/inventory/products/:id/card',
  params: idParams,
  query: show.query.omit({ product_id: true }),
})
