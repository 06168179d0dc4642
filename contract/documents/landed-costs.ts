import { z } from 'zod'
import { costBases } from '#ledger/goods/landed-cost.ts'
import { choice, date, id, optional } from '../fields/choice.ts'
import { positiveAmount, rowWeight, wire } from '../fields/decimal.ts'
import { maybeText, nullable, nullableInt, reference } from '../fields/response-fields.ts'
import { multiValue, optionQuery } from '../kit/envelope.ts'
import { type Call, defineCall, idParams, listCalls } from '../kit/resource.ts'
import { previewFromCall } from '../preview/posting-preview.ts'

const lands = 'land-costs'
const labels = 'landed_cost'
const goodsMaximum = 500

/** A row of goods that bears a part: of a bill or of a goods receipt. */
const bearer = z.object({
  bill_id: optional(id),
  goods_receipt_id: optional(id),
  line_number: id,
  /** Of the whole row, for a cost that is spread by weight. Absent it is that of its product. */
  weight: optional(rowWeight),
})
export const landedCostBody = z.object({
  /** The row of the bill whose cost it is. */
  line_number: id,
  date,
  /** In base currency. Absent it is all that is left of the row. */
  amount: optional(positiveAmount),
  basis: choice(costBases),
  goods: z.array(bearer).min(1, 'required').max(goodsMaximum, 'too_many_rows'),
})
export type LandedCostInput = z.output<typeof landedCostBody>

const product = { product_id: z.int(), code: z.string(), name: z.string(), name_en: maybeText }
const source = { bill_id: nullableInt, goods_receipt_id: nullableInt, number: z.string(), line_number: z.int() }
const goodsRow = z.object({
  ...source,
  ...product,
  day: z.string(),
  quantity: wire,
  value: wire,
  on_hand: wire,
  weight: nullable(wire),
})
export type GoodsToBear = z.output<typeof goodsRow>
const landed = z.object({
  id: z.int(),
  line_number: z.int(),
  name: z.string(),
  name_en: maybeText,
  date: z.string(),
  basis: z.enum(costBases),
  amount: wire,
  stock_amount: wire,
  entry_number: nullableInt,
  goods: z.array(
    z.object({
      ...source,
      ...product,
      quantity: wire,
      weight: nullable(wire),
      amount: wire,
      /** What raised the stock; the rest is of goods that were sold before. */
      stock_amount: wire,
    }),
  ),
})
const shown = z.object({
  /** Rows whose cost may be spread. */
  rows: z.array(
    z.object({
      line_number: z.int(),
      name: z.string(),
      name_en: maybeText,
      account: reference.extend({ number: z.string() }),
      amount: wire,
      /** What no goods bear yet. */
      left: wire,
    }),
  ),
  landed: z.array(landed),
})

const of = '/bills/:id/landed-costs'
const options = { method: 'GET', kind: 'options', labels, admission: [lands] } as const
const source_option = z.object({
  id: z.int(),
  number: z.string(),
  name: z.string(),
  name_en: maybeText,
  date: z.string(),
})
/** Freight, insurance and other costs of a bill's row that goods bear (accounting rule 2.1-6). */
export const landedCostCalls = {
  show: defineCall({
    method: 'GET',
    path: of,
    kind: 'item',
    admission: ['read-bill'],
    labels,
    params: idParams,
    answer: shown,
  }),
  land: defineCall({
    method: 'POST',
    path: of,
    kind: 'action',
    admission: [lands],
    labels,
    params: idParams,
    body: landedCostBody,
    answer: shown,
  }),
  preview: previewFromCall({ path: of, labels, admission: [lands], body: landedCostBody }),
  /** Takes it back on its own day: the cost is where the bill posted it. */
  takeBack: defineCall({
    method: 'POST',
    path: '/landed-costs/:id/void',
    kind: 'action',
    admission: [lands],
    labels,
    params: idParams,
    answer: shown,
  }),
  bills: defineCall({ ...options, path: '/landed-costs/bills/list', query: optionQuery, answer: source_option }),
  receipts: defineCall({ ...options, path: '/landed-costs/receipts/list', query: optionQuery, answer: source_option }),
  /** The rows of goods of these, less what went back. */
  goods: defineCall({
    ...options,
    path: '/landed-costs/goods',
    query: z.object({ bill_id: multiValue(id).optional(), goods_receipt_id: multiValue(id).optional() }),
    answer: goodsRow,
  }),
}
export const allLandedCostCalls: readonly Call[] = listCalls(landedCostCalls)
