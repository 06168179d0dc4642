import { z } from 'zod'
import { wire } from './fields/decimal.ts'
import { maybeText, nullableInt } from './fields/response-fields.ts'
import { defineCall } from './kit/resource.ts'

const amountByMonth = z.object({
  month: z.string(),
  income: wire,
  expense: wire,
  sales: wire,
  received: wire,
  paid: wire,
  /** Balances at the end of the month; of the running month at the end of today. */
  cash: wire,
  receivable: wire,
})
const ages = z.array(z.object({ bucket: z.enum(['not_due', 'days_30', 'days_60', 'days_90', 'older']), amount: wire }))
const best = z.array(z.object({ id: z.int(), name: z.string(), name_en: maybeText, amount: wire }))
const home = z.object({
  cash: wire,
  receivable: wire,
  receivable_overdue: wire,
  payable: wire,
  payable_overdue: wire,
  /** Box 13 of the return that is running, so far. */
  vat_due: wire,
  /** The first day of that return; null where none is running. */
  vat_since: maybeText,
  inventory: wire,
  sales_this_year: wire,
  sales_last_year_so_far: wire,
  /** The first day of the financial year that "this year" means. */
  year_since: z.string(),
  /** The first month of any sales: days before it are nothing to compare with. */
  sold_since: maybeText,
  /** Of this year, in percent of net sales. NULL without sales. */
  gross_margin: wire.nullable(),
  /** How many days of sales customers owe: receivables by what was invoiced in 90 days, tax in both. */
  days_sales_outstanding: wire.nullable(),
  sales_this_month: wire,
  sales_last_month: wire,
  /** Up to the same day of the month: what this month so far is measured by. */
  sales_last_month_so_far: wire,
  profit_this_month: wire,
  months: z.array(amountByMonth),
  receivable_by_age: ages,
  payable_by_age: ages,
  best_customers: best,
  best_products: best,
  latest_invoices: z.array(
    z.object({
      id: z.int(),
      invoice_number: z.string(),
      invoice_date: z.string(),
      customer: z.string(),
      customer_en: maybeText,
      status: z.string(),
      total: wire,
      /** Of the invoice itself. */
      currency: z.object({ code: z.string(), decimals: z.int() }),
    }),
  ),
  invoices_by_status: z.array(z.object({ status: z.string(), count: z.int() })),
  /** The number of items that wait for a user. */
  attention: z.object({
    overdue_invoices: z.int(),
    overdue_bills: z.int(),
    draft_invoices: z.int(),
    draft_bills: z.int(),
    /** Quotations without an answer that end within a week, and accepted ones of which something is still to be made. */
    expiring_quotations: z.int(),
    accepted_quotations: z.int(),
    /** Confirmed orders with goods to move, and notes that wait for their invoice or bill. */
    orders_to_deliver: z.int(),
    orders_to_receive: z.int(),
    deliveries_to_invoice: z.int(),
    receipts_to_bill: z.int(),
    /** Products below their reorder point. */
    products_to_buy: z.int(),
    /** Batches that expire within thirty days, or have expired, and their share of the value of stock. */
    expiring_lots: z.int(),
    expiring_value: wire,
    /** Transfers on the way to a place of the user. */
    transfers_to_receive: z.int(),
    /** Drafts of bills with a difference that the person may accept. */
    unanswered_bills: z.int(),
    /** Documents of which something is retained beyond its day of release. */
    due_retentions: z.int(),
    /** Bank accounts not reconciled through the end of last month. */
    unreconciled_banks: z.int(),
    /** E-invoices: rejected, without an answer for more than six hours, and days until a certificate ends where that is soon. */
    rejected_e_invoices: z.int(),
    waiting_e_invoices: z.int(),
    xml_missing_e_invoices: z.int(),
    /** Customers whose city may have been filled in by the former default. */
    unverified_cities: z.int(),
    /** A unit is registered with the authority, but phase 2 is not switched on. */
    phase_not_switched: z.boolean(),
    certificate_days: nullableInt,
    /** VAT returns whose days are over: how many, the first of them, and the last day the law gives for it. */
    due_returns: z.object({ count: z.int(), from: z.string(), to: z.string(), until: z.string() }).nullable(),
    /** The same of months in which tax was withheld. */
    due_withholding: z.object({ count: z.int(), from: z.string(), to: z.string(), until: z.string() }).nullable(),
  }),
})
export type Home = z.output<typeof home>

export const homeCall = defineCall({
  method: 'GET',
  path: '/reports/home',
  kind: 'report',
  admission: ['read-home'],
  labels: 'report',
  answer: home,
})
