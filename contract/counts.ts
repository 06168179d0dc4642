import { z } from 'zod'
import { choice, date, id, noDraft, optional, version } from './fields/choice.ts'
import { stockQuantity, wire } from './fields/decimal.ts'
import { lotsOfRow, lotsOfRowAnswer, trackings } from './fields/lot-rows.ts'
import { instant, maybeText, nullable, nullableInt, reference } from './fields/response-fields.ts'
import { note } from './fields/text.ts'
import { defineCall, defineResource } from './kit/resource.ts'
import { unitOption } from './units/product-units.ts'

const countLinesMaximum = 500
const permission = 'adjust-stock'
export const countStates = ['posted', 'void'] as const
const row = z.object({
  id: z.int(),
  number: z.string(),
  count_date: z.string(),
  branch: reference,
  /** The place that was counted; null is the main one, and all goods of who has no places. */
  place: nullable(reference),
  origin: z.string(),
  value: wire,
  status: z.enum(countStates),
  /** Why its day takes no change, as a refusal code: only its notes are still written. Null while it does. */
  closed_period: maybeText,
  created_at: instant,
  version: z.int(),
})

/** Counted quantities: the difference to the books is posted at the moving average (V37, V54). */
export const stockCounts = defineResource('stock_count', '/inventory/counts', {
  permissions: { list: permission, read: permission, create: permission, update: permission, delete: permission },
  input: z.object({
    count_date: date,
    branch_id: id,
    /** Absent: the main place. */
    place_id: optional(id),
    status: noDraft,
    notes: optional(note),
    lines: z
      .array(z.object({ product_id: id, counted: stockQuantity, ...lotsOfRow }), { error: () => 'too_few_rows' })
      .min(1, 'too_few_rows')
      .max(countLinesMaximum, 'too_many_rows'),
    version,
  }),
  record: row.extend({
    branch_id: z.int(),
    place_id: nullableInt,
    notes: maybeText,
    revision: z.int(),
    lines: z.array(
      z.object({
        line_number: z.int(),
        product_id: z.int(),
        code: z.string(),
        name: z.string(),
        name_en: maybeText,
        unit: z.string(),
        unit_en: maybeText,
        book_quantity: wire,
        counted: wire,
        ...lotsOfRowAnswer,
        difference: wire,
        value: wire,
      }),
    ),
  }),
  row,
  list: {
    search: ['number', 'notes'],
    sort: ['number', 'count_date', 'value', 'created_at'],
    order: '-count_date',
    filter: { status: choice(countStates) },
  },
})

export type CountSheetRow = z.output<typeof countCalls.sheet.answer>
export const countCalls = {
  /** Every stocked product with what a place has of it in the books at the end of a day. */
  sheet: defineCall({
    method: 'GET',
    path: '/inventory/counts/sheet',
    kind: 'options',
    admission: [permission],
    labels: 'stock_count',
    query: z.object({ date: date.optional(), place_id: id.optional() }),
    answer: z.object({
      id: z.int(),
      code: z.string(),
      name: z.string(),
      name_en: maybeText,
      unit: z.string(),
      unit_en: maybeText,
      quantity: wire,
      tracking: z.enum(trackings),
      /** The unit value now: the moving average, or the purchase price of an empty pool. */
      cost: wire,
      /** The stock of the whole pool, by which a difference is valued. */
      pool_quantity: wire,
      pool_value: wire,
      /** Its further units, in which a count may be typed. */
      units: z.array(unitOption),
    }),
  }),
}
