import { z } from 'zod'
import { verbs } from '../crud-permissions.ts'
import { barcodeList } from '../fields/barcode.ts'
import { activeStatus, boolean, id, optional, version } from '../fields/choice.ts'
import { price, quantity, wire } from '../fields/decimal.ts'
import { instant, maybeText, nullable, reference } from '../fields/response-fields.ts'
import { defineResource } from '../kit/resource.ts'

const row = z.object({
  id: z.int(),
  product_id: z.int(),
  product: reference,
  unit_id: z.int(),
  unit: reference.extend({ code: z.string() }),
  content: wire,
  sale_price: nullable(wire),
  purchase_price: nullable(wire),
  barcodes: z.array(z.string()),
  usual_for_sales: z.boolean(),
  usual_for_purchases: z.boolean(),
  status: z.string(),
  created_at: instant,
  version: z.int(),
})

/** A further unit of a product, such as a carton of twelve pieces. Who writes products writes their units. */
export const productUnits = defineResource('product_unit', '/product-units', {
  permissions: verbs('product'),
  input: z.object({
    product_id: id,
    unit_id: id,
    /** How many of the product's own unit it holds. It stays once a row names the unit. */
    content: quantity,
    /** Its own price; without one it costs what it holds costs. */
    sale_price: optional(price),
    purchase_price: optional(price),
    barcodes: barcodeList,
    /** What rows of sales, or of purchases, begin with. A product has one of each. */
    usual_for_sales: boolean.optional(),
    usual_for_purchases: boolean.optional(),
    status: activeStatus,
    version,
  }),
  record: row,
  row,
  list: {
    search: [],
    sort: ['content', 'status', 'created_at'],
    order: 'content',
    filter: { status: activeStatus, product_id: id },
  },
})

/** The unit of its product that a row states; '' is the product's own. What it holds is stored with the row. */
export const unitOfRow = { product_unit_id: optional(id) }
/** The same as it is answered: `quantity` is in that unit, `base_quantity` in the product's own. */
export const unitOfRowAnswer = {
  product_unit_id: z.union([z.int(), z.null()]),
  unit_content: nullable(wire),
  base_quantity: wire,
}

/** An active unit as a form offers it for its product. */
export const unitOption = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  content: wire,
  sale_price: nullable(wire),
  purchase_price: nullable(wire),
  usual_for_sales: z.boolean(),
  usual_for_purchases: z.boolean(),
})
