import { z } from 'zod'
import { verbs } from '../crud-permissions.ts'
import { activeStatus, boolean, choice, date, id, optional, optionalRows, version } from '../fields/choice.ts'
import { percent, price, quantity, wire } from '../fields/decimal.ts'
import { instant, maybeText, nullable, nullableInt, reference } from '../fields/response-fields.ts'
import { text } from '../fields/text.ts'
import { multiValue } from '../kit/envelope.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { unitOfRow } from '../units/product-units.ts'

/** Whom a list is for. That of a customer comes before that of a branch, and that before the one for everyone. */
export const priceListAudiences = ['customers', 'branch', 'everyone'] as const
const rowsMaximum = 5000
const customersMaximum = 1000

const item = z.object({
  product_id: id,
  /** The unit that the price is for; it meets no row in another unit. */
  ...unitOfRow,
  /** From which quantity of it on; one where nothing is said. */
  from_quantity: optional(quantity),
  /** A price, or what is taken off the product's own. */
  price: optional(price),
  percent_off: optional(percent),
})
const named = z.object({ id: z.int(), name: z.string(), name_en: maybeText })
const row = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  currency_id: z.int(),
  currency: z.object({ code: z.string(), decimals: z.int() }),
  prices_include_tax: z.boolean(),
  audience: z.enum(priceListAudiences),
  branch_id: nullableInt,
  branch: nullable(reference),
  starts_on: maybeText,
  ends_on: maybeText,
  status: z.string(),
  created_at: instant,
  version: z.int(),
})

/** What products cost some customers, a branch or everyone, in one currency. Nothing of it is stored on a document: its price is what was written. */
export const priceLists = defineResource('price_list', '/price-lists', {
  permissions: verbs('price-list'),
  input: z.object({
    name: text,
    name_en: optional(text),
    currency_id: id,
    prices_include_tax: boolean.optional(),
    audience: choice(priceListAudiences),
    branch_id: optional(id),
    starts_on: optional(date),
    ends_on: optional(date),
    status: activeStatus,
    customers: optionalRows(z.array(z.object({ customer_id: id })).max(customersMaximum, 'too_many_rows')),
    items: z
      .array(item, { error: () => 'too_few_rows' })
      .min(1, 'too_few_rows')
      .max(rowsMaximum, 'too_many_rows'),
    version,
  }),
  record: row.extend({
    customers: z.array(z.object({ customer_id: z.int(), customer: named })),
    items: z.array(
      z.object({
        line_number: z.int(),
        product_id: z.int(),
        product: named.extend({ code: z.string() }),
        product_unit_id: nullableInt,
        unit: named,
        from_quantity: wire,
        price: nullable(wire),
        percent_off: nullable(wire),
      }),
    ),
  }),
  row,
  list: {
    search: ['name', 'name_en'],
    sort: ['name', 'audience', 'starts_on', 'ends_on', 'status', 'created_at'],
    order: 'name',
    filter: { status: activeStatus },
  },
})

const listedPrice = z.object({
  product_id: z.int(),
  /** Null is the product's own unit. */
  product_unit_id: nullableInt,
  /** Of the lists that say something of the product, the first has the lowest rank. */
  rank: z.int(),
  from_quantity: wire,
  price: wire,
  /** Null: the price is the product's own less a percentage, and is said as that one is. */
  prices_include_tax: nullable(z.boolean()),
  list: named,
})
export type ListedPrice = z.output<typeof listedPrice>

/** What the lists that serve a customer, a branch, a currency and a day say of some products. */
export const listedPricesCall = defineCall({
  method: 'GET',
  path: '/price-lists/prices',
  kind: 'options',
  labels: 'price_list',
  admission: [
    'list-price-list',
    ...['invoice', 'quotation', 'sales-order'].flatMap((entity) => [`create-${entity}`, `update-${entity}`]),
  ],
  query: z.object({
    customer_id: id.optional(),
    branch_id: id.optional(),
    currency_id: id,
    date,
    products: multiValue(id),
  }),
  answer: listedPrice,
})
