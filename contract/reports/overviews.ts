import { z } from 'zod'
import { verbs } from '../crud-permissions.ts'
import { purchases, type Side, sales } from '../documents/sides.ts'
import { id } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { maybeText, nullable, nullableInt, reference } from '../fields/response-fields.ts'
import { multiValue } from '../kit/envelope.ts'
import { defineCall, idParams } from '../kit/resource.ts'
import { ages } from './filters.ts'
import { reportPermission } from './report-index.ts'

/**
 * What the page of a customer, supplier, product or account shows in addition to the record. Each part has a permission of
 * its own: without it the part is null. Figures are as of today and equal the reports that they lead to.
 */

const currency = z.object({ code: z.string(), decimals: z.int() })
const item = z.object({
  kind: z.string(),
  id: z.int(),
  number: maybeText,
  date: z.string(),
  due_date: maybeText,
  status: z.string(),
  total: wire,
  remaining: wire.nullable(),
  currency,
})
export type OverviewItem = z.output<typeof item>
const months = z.array(z.object({ month: z.string(), net: wire }))

const partyOverview = z.object({
  balance: nullable(
    z.object({
      /** What is open, less what was paid ahead: the total of the party in the ageing report. */
      total: wire,
      overdue: wire,
      paid_ahead: wire,
      /** What is retained of invoices or bills: neither due nor part of the total. */
      retained: wire,
      buckets: z.array(z.object({ age: z.enum(ages), amount: wire })),
    }),
  ),
  /** The first to fall due first. */
  open: z.array(item),
  latest: z.array(item),
  /** Net trade of the last twelve months, as in the report of sales by customer or purchases by supplier. */
  months: nullable(months),
  products: nullable(
    z.array(
      reference.extend({
        times: z.int(),
        quantity: wire,
        last_price: wire,
        last_date: z.string(),
        last_currency: currency,
      }),
    ),
  ),
  last_activity: maybeText,
})
export type PartyOverview = z.output<typeof partyOverview>

const ofParty = (side: Side) =>
  defineCall({
    method: 'GET',
    path: `${side.partyPath}/:id/overview`,
    kind: 'report',
    admission: [verbs(side.party).read],
    labels: side.party,
    params: idParams,
    answer: partyOverview,
  })

/** What each listed party owes or is owed today, for the page of a list: without it the list stays as fast as it is. */
const partyBalances = (side: Side) =>
  defineCall({
    method: 'GET',
    path: `${side.partyPath}/balances`,
    kind: 'report',
    admission: [reportPermission(side.name === 'sales' ? 'aged_receivables' : 'aged_payables')],
    labels: side.party,
    query: z.object({ ids: multiValue(id) }),
    answer: z.array(z.object({ id: z.int(), balance: wire, overdue: wire })),
  })

const productOverview = z.object({
  stock: nullable(z.object({ quantity: wire, value: wire, unit_cost: wire.nullable() })),
  moves: nullable(
    z.array(
      z.object({
        date: z.string(),
        kind: z.string(),
        source: maybeText,
        source_id: nullableInt,
        number: maybeText,
        quantity: wire,
        value: wire,
        quantity_after: wire,
      }),
    ),
  ),
  months: nullable(z.array(z.object({ month: z.string(), net: wire, quantity: wire }))),
  buyers: nullable(
    z.array(
      reference.extend({
        times: z.int(),
        quantity: wire,
        last_price: wire,
        last_date: z.string(),
        last_currency: currency,
      }),
    ),
  ),
  last_activity: maybeText,
})
export type ProductOverview = z.output<typeof productOverview>

const accountOverview = z.object({
  balance: nullable(wire),
  months: nullable(z.array(z.object({ month: z.string(), debit: wire, credit: wire, balance: wire }))),
  lines: nullable(
    z.array(
      z.object({
        key: z.string(),
        date: z.string(),
        kind: z.string(),
        source: maybeText,
        source_id: nullableInt,
        number: maybeText,
        entry_number: z.int(),
        description: maybeText,
        account: reference.extend({ number: z.string() }),
        debit: wire,
        credit: wire,
      }),
    ),
  ),
  last_activity: maybeText,
})
export type AccountOverview = z.output<typeof accountOverview>

export const overviewCalls = {
  customerBalances: partyBalances(sales),
  supplierBalances: partyBalances(purchases),
  /** The value in stock of each listed product; what is not stocked is left out. */
  stockValues: defineCall({
    method: 'GET',
    path: '/products/stock-values',
    kind: 'report',
    admission: [reportPermission('inventory_valuation')],
    labels: 'product',
    query: z.object({ ids: multiValue(id) }),
    answer: z.array(z.object({ id: z.int(), value: wire })),
  }),
  customer: ofParty(sales),
  supplier: ofParty(purchases),
  product: defineCall({
    method: 'GET',
    path: '/products/:id/overview',
    kind: 'report',
    admission: [verbs('product').read],
    labels: 'product',
    params: idParams,
    answer: productOverview,
  }),
  account: defineCall({
    method: 'GET',
    path: '/accounting/accounts/:id/overview',
    kind: 'report',
    admission: [verbs('chart-of-account').read],
    labels: 'account',
    params: idParams,
    answer: accountOverview,
  }),
}
