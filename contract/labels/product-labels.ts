import { z } from 'zod'
import { products } from '../catalog.ts'
import { bills } from '../documents/documents.ts'
import { boolean, choice, id, optional } from '../fields/choice.ts'
import { goodsNotes } from '../goods/goods-notes.ts'
import { wholeNumber } from '../kit/envelope.ts'
import { type Call, defineCall, listCalls } from '../kit/resource.ts'
import { labelLayoutNames } from './label-layouts.ts'

export const labelsMaximum = 2_400
const productsMaximum = 1_000
const idList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z
    .array(id, { error: () => 'invalid_choice' })
    .min(1, 'required')
    .max(productsMaximum, 'too_many_rows'),
)

/** Whose labels: of products, or of what came with a goods receipt or a bill. */
const goods = {
  product_ids: optional(idList),
  /** A further unit of the only product that is named. */
  product_unit_id: optional(id),
  goods_receipt_id: optional(id),
  bill_id: optional(id),
  /** Of what came: a label for each of the unit that its row states, or for each of the product's own. */
  count_in: optional(choice(['row', 'own'])),
}
type Goods = { product_ids?: unknown; product_unit_id?: unknown; goods_receipt_id?: unknown; bill_id?: unknown }
const isOneSource = ({ product_ids, goods_receipt_id, bill_id }: Goods) =>
  [product_ids, goods_receipt_id, bill_id].filter((source) => (source ?? null) !== null).length === 1
const isUnitOfOne = ({ product_ids, product_unit_id }: Goods) =>
  (product_unit_id ?? null) === null || (Array.isArray(product_ids) && product_ids.length === 1)
const oneSource = { path: ['product_ids'], message: 'required' }
const unitOfOne = { path: ['product_unit_id'], message: 'invalid_choice' }

export const labelCalls = {
  /** Labels as a PDF: name, price with tax, unit and barcode. Of a receipt or a bill, as many as came. */
  print: defineCall({
    method: 'GET',
    path: '/products/labels',
    kind: 'export',
    admission: [products.permissions.read],
    labels: 'product_label',
    query: z
      .object({
        ...goods,
        layout: choice(labelLayoutNames),
        language: choice(['ar', 'en', 'both']),
        /** Of each product that is named. */
        copies: wholeNumber(labelsMaximum, 1),
        /** The first label of the first sheet that is still there. */
        first: wholeNumber(100, 1),
        with_price: boolean.default(true),
        /** Where there are several rates of tax: that of the prices. */
        tax_id: optional(id),
      })
      .refine(isOneSource, oneSource)
      .refine(isUnitOfOne, unitOfOne),
  }),
  /** Gives a barcode of the organization's own to what has none. */
  giveBarcodes: defineCall({
    method: 'POST',
    path: '/products/own-barcodes',
    kind: 'action',
    admission: [products.permissions.update],
    labels: 'product_label',
    body: z.object(goods).refine(isOneSource, oneSource).refine(isUnitOfOne, unitOfOne),
    answer: z.object({ given: z.int() }),
  }),
}
export type LabelsQuery = z.output<typeof labelCalls.print.query>
export type LabelledGoods = z.output<typeof labelCalls.giveBarcodes.body>
export const allLabelCalls: readonly Call[] = listCalls(labelCalls)

/** Who may read what came, where the labels are of that. */
export const labelSourcePermissions = {
  goods_receipt_id: goodsNotes.goods_receipt.permissions.read,
  bill_id: bills.permissions.read,
} as const
