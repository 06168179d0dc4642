import { z } from 'zod'
import { maybe } from './fields/answer.ts'
import { date, id } from './fields/choice.ts'
import { wire } from './fields/decimal.ts'
import { defineCall } from './kit/resource.ts'

const sides = {
  opening_debit: wire,
  opening_credit: wire,
  movement_debit: wire,
  movement_credit: wire,
  closing_debit: wire,
  closing_credit: wire,
}
const row = z.object({
  /** null on the virtual row "prior years' unclosed profit". */
  account_id: maybe(z.int()),
  number: z.string(),
  name: z.string(),
  name_en: maybe(z.string()),
  type: z.enum(['category', 'main', 'sub']),
  depth: z.int(),
  ...sides,
})
const empty = (value: unknown) => (value === '' ? undefined : value)
const period = z.object({
  from: z.preprocess(empty, date.optional()),
  to: z.preprocess(empty, date.optional()),
  branch_id: z.preprocess(empty, id.optional()),
})
const trialBalance = z.object({
  from: z.string(),
  to: z.string(),
  rows: z.array(row),
  totals: z.object(sides),
  difference: wire,
})
export type TrialBalance = z.output<typeof trialBalance>

const statementRow = z.object({
  entry_id: z.int(),
  line_number: z.int(),
  entry_number: z.int(),
  entry_date: z.string(),
  kind: z.string(),
  /** The document behind the entry, for the way back to it. */
  source: z.string(),
  source_id: maybe(z.int()),
  number: maybe(z.string()),
  description: maybe(z.string()),
  account_number: z.string(),
  account_name: z.string(),
  account_name_en: maybe(z.string()),
  party: maybe(z.string()),
  party_en: maybe(z.string()),
  debit: wire,
  credit: wire,
  /** After this row, in the account's own nature. */
  balance: wire,
})
const accountStatement = z.object({
  from: z.string(),
  to: z.string(),
  account: z.object({
    id: z.int(),
    number: z.string(),
    name: z.string(),
    name_en: maybe(z.string()),
    nature: z.enum(['D', 'C']),
  }),
  opening: wire,
  debit: wire,
  credit: wire,
  closing: wire,
  rows: z.array(statementRow),
  total: z.int(),
})
export type AccountStatement = z.output<typeof accountStatement>
const statementPeriod = period.extend({
  account_id: id,
  page: z.preprocess(
    empty,
    z
      .union([
        z.int(),
        z
          .string()
          .regex(/^[0-9]{1,6}$/)
          .transform(Number),
      ])
      .default(1),
  ),
})

const amountByMonth = z.object({ month: z.string(), income: wire, expense: wire, received: wire, paid: wire })
const home = z.object({
  cash: wire,
  receivable: wire,
  receivable_overdue: wire,
  payable: wire,
  vat_due: wire,
  sales_this_month: wire,
  sales_last_month: wire,
  profit_this_month: wire,
  months: z.array(amountByMonth),
  receivable_by_age: z.array(
    z.object({ bucket: z.enum(['not_due', 'days_30', 'days_60', 'days_90', 'older']), amount: wire }),
  ),
  best_customers: z.array(z.object({ id: z.int(), name: z.string(), name_en: maybe(z.string()), amount: wire })),
  latest_invoices: z.array(
    z.object({
      id: z.int(),
      invoice_number: z.string(),
      invoice_date: z.string(),
      customer: z.string(),
      customer_en: maybe(z.string()),
      status: z.string(),
      total: wire,
    }),
  ),
  invoices_by_status: z.array(z.object({ status: z.string(), count: z.int() })),
})
export type Home = z.output<typeof home>

export const reportCalls = {
  trialBalance: defineCall({
    method: 'GET',
    path: '/reports/trial-balance',
    kind: 'report',
    admission: ['list-reports'],
    labels: 'report',
    query: period,
    answer: trialBalance,
  }),
  accountStatement: defineCall({
    method: 'GET',
    path: '/reports/account-statement',
    kind: 'report',
    admission: ['list-reports'],
    labels: 'report',
    query: statementPeriod,
    answer: accountStatement,
  }),
  home: defineCall({
    method: 'GET',
    path: '/reports/home',
    kind: 'report',
    admission: ['read-home'],
    labels: 'report',
    answer: home,
  }),
}
