import { addDays, monthStart } from '#ledger/calendar/calendar.ts'
import type { Client } from './client.ts'
import type { Ground } from './ground.ts'

const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)

/** An invoice of three rows with goods, as the form sends it. */
export function invoice(ground: Ground, customer: number): object {
  const items = ground.products
    .slice(0, 3)
    .map((product_id) => ({ product_id, quantity: 1, price: 10.5, tax_rate: 15 }))
  return {
    invoice_number: 'INV-2000-000001',
    proposed_number: 'INV-2000-000001',
    invoice_date: today(),
    due_date: today(),
    customer_id: customer,
    branch_id: ground.branch,
    currency_id: ground.currency,
    tax_id: ground.tax,
    items,
  }
}

/** A receipt over three open invoices. */
export function receipt(ground: Ground, customer: number, invoices: readonly number[]): object {
  return {
    payment_number: 'RCV-2000-000001',
    proposed_number: 'RCV-2000-000001',
    payment_date: today(),
    customer_id: customer,
    branch_id: ground.branch,
    payment_method_id: ground.method,
    currency_id: ground.currency,
    amount: 36.23 * invoices.length,
    references: invoices.map((reference_id) => ({ reference_id, amount: 36.23 })),
  }
}

/** Every sort, filter and depth of the list of invoices. */
export function lists(customer: number, total: number): [string, string][] {
  const last = Math.max(1, Math.floor(total / 10))
  const list = '/invoices?per_page=10'
  // Two fifths or more have the same status.
  const within = Math.floor(last / 5)
  return [
    ['first page', list],
    ...['total', 'customer', 'due_date', 'status', 'number', 'created_at'].map((key): [string, string] => [
      `first page by ${key}`,
      `${list}&sort_key=${key}&sort_order=desc`,
    ]),
    ...['paid', 'overdue', 'draft'].map((status): [string, string] => [
      `first page, ${status}`,
      `${list}&status=${status}`,
    ]),
    ...['customer', 'number', 'created_at'].map((key): [string, string] => [
      `first page, overdue by ${key}`,
      `${list}&status=overdue&sort_key=${key}`,
    ]),
    ['first page, overdue by total, the largest first', `${list}&status=overdue&sort_key=total&sort_order=desc`],
    ['first page of a customer', `${list}&customer_id=${customer}`],
    ['first page of a customer by total', `${list}&customer_id=${customer}&sort_key=total`],
    ['page in the middle', `${list}&page=${Math.floor(last / 2)}`],
    ['last page', `${list}&page=${last}`],
    ...['due_date', 'customer', 'status', 'total'].map((key): [string, string] => [
      `page in the middle by ${key}`,
      `${list}&page=${Math.floor(last / 2)}&sort_key=${key}`,
    ]),
    ...['paid', 'overdue'].flatMap((status) =>
      ['invoice_date', 'customer', 'total', 'number'].map((key): [string, string] => [
        `page in the middle, ${status} by ${key}`,
        `${list}&status=${status}&page=${within}&sort_key=${key}`,
      ]),
    ),
  ]
}

export const otherLists: [string, string][] = [
  ['receipts', '/accounting/income-payments?per_page=10'],
  ['receipts by customer', '/accounting/income-payments?per_page=10&sort_key=customer'],
  ['receipts by amount', '/accounting/income-payments?per_page=10&sort_key=amount'],
  ['receipts, far down', '/accounting/income-payments?per_page=10&page=4000'],
  ['payments out', '/accounting/expense-payments?per_page=10'],
  ['bills', '/bills?per_page=10'],
  ['bills by supplier', '/bills?per_page=10&sort_key=supplier'],
  ['bills, far down', '/bills?per_page=10&page=1000'],
  ['journal entries', '/accounting/journal-entries?per_page=10'],
  ['products', '/products?per_page=10&sort_key=quantity'],
  ['customers by name', '/customers?per_page=10&sort_key=name'],
]

export const searches: [string, string][] = [
  ['Arabic name, in the middle', `/invoices?per_page=10&keyword=${encodeURIComponent('واحه 1')}`],
  ['Latin name', '/invoices?per_page=10&keyword=Summit'],
  ['number, in the middle', '/invoices?per_page=10&keyword=00123'],
  ['a letter of names, by customer', `/invoices?per_page=10&sort_key=customer&keyword=${encodeURIComponent('ا')}`],
  ['two letters of some names, by customer', '/invoices?per_page=10&sort_key=customer&keyword=Su'],
  ['two letters of some names, paid', '/invoices?per_page=10&status=paid&keyword=Su'],
  ['a digit, paid', '/invoices?per_page=10&status=paid&keyword=7'],
  ['a digit, overdue', '/invoices?per_page=10&status=overdue&keyword=7'],
  ['two digits, by customer', '/invoices?per_page=10&sort_key=customer&keyword=12'],
  ['receipts by a name', '/accounting/income-payments?per_page=10&keyword=Summit'],
  ['bills by a name', '/bills?per_page=10&keyword=Summit'],
  ['customers', `/customers?per_page=10&keyword=${encodeURIComponent('افق')}`],
]

type ReportSubjects = { receivable: number; customer: number; supplier: number; product: number }

/** Every report of a year, and those whose ranges cut months; with the name of its bare query where it has one. */
export function reports({ receivable, customer, supplier, product }: ReportSubjects): [string, string, string?][] {
  const year = today().slice(0, 4)
  const range = `from=${year}-01-01&to=${today()}`
  const cut = `from=${year}-02-10&to=${year}-03-17`
  const statement = `/reports/account-statement?account_id=${receivable}&${range}`
  return [
    ['trial balance, the year', `/reports/trial-balance?${range}`, 'trial-balance'],
    ['trial balance, part of a month', `/reports/trial-balance?${cut}`, 'trial-balance'],
    ['account statement, first page', statement, 'statement'],
    ['account statement, far down', `${statement}&after=${year}-06-15.1.1`, 'statement'],
    ['account statement, without a cost center', `${statement}&cost_center_id=0`],
    ['profit and loss', `/reports/profit-and-loss?${range}`],
    ['profit and loss by month', `/reports/profit-and-loss?${range}&columns=month`],
    ['balance sheet', `/reports/balance-sheet?to=${today()}`],
    ['cash flow', `/reports/cash-flow?${range}`],
    ['cost centers', `/reports/cost-center-report?${range}`],
    ['journal, first page', `/reports/journal?${range}`],
    ['journal of receipts', `/reports/journal?${range}&kind=receipt`],
    ['digests of the entries', `/reports/entry-digests?${range}`],
    ['VAT return', `/reports/vat-return?${range}`],
    ['VAT details', `/reports/vat-details?${range}`],
    ['aged receivables', '/reports/aged-receivables'],
    ['aged receivables, months ago', `/reports/aged-receivables?to=${year}-06-15`],
    ['aged payables', '/reports/aged-payables'],
    ['aged payables, months ago', `/reports/aged-payables?to=${year}-06-15`],
    ['open items of everybody', '/reports/open-receivables'],
    ['open items of everybody, months ago', `/reports/open-receivables?to=${year}-06-15`],
    [
      'open items of everybody, months ago, of two ages',
      `/reports/open-receivables?to=${year}-06-15&age=days_30,older`,
    ],
    ['open items of a customer', `/reports/open-receivables?customer_id=${customer}`],
    ['customer statement', `/reports/customer-statement?customer_id=${customer}&${range}`],
    ['supplier statement', `/reports/supplier-statement?supplier_id=${supplier}&${range}`],
    ['sales by customer', `/reports/sales-by-customer?${range}`],
    ['sales by product', `/reports/sales-by-product?${range}`],
    ['sales by product, parts of months', `/reports/sales-by-product?${cut}`],
    ['sales by customer, parts of months', `/reports/sales-by-customer?${cut}`],
    ['purchases by supplier', `/reports/purchases-by-supplier?${range}`],
    ['purchases by product', `/reports/purchases-by-product?${range}`],
    ['sales details, first page', `/reports/sales-details?${range}`],
    ['sales details of a customer', `/reports/sales-details?${range}&party_id=${customer}`],
    ['sales details of a product', `/reports/sales-details?${range}&product_id=${product}`],
    ['purchases details of a product', `/reports/purchases-details?${range}&product_id=${product}`],
    ['inventory valuation', `/reports/inventory-valuation?to=${today()}`],
    ['inventory valuation, months ago', `/reports/inventory-valuation?to=${year}-06-15`],
    ['stock card', `/reports/stock-card?product_id=${product}&${range}`],
    ...asKnownAt.map(([name, path]): [string, string] => [
      `${name}, as known last month`,
      `/reports/${path}?${range}&as_known_at=${lastMonthEnd()}`,
    ]),
    ['home', '/reports/home'],
  ]
}

/** The known keys of the year at one time, one of each family of figures. */
const asKnownAt = [
  ['trial balance', 'trial-balance'],
  ['aged receivables', 'aged-receivables'],
  ['open items of everybody', 'open-receivables'],
  ['VAT return', 'vat-return'],
  ['sales by customer', 'sales-by-customer'],
] as const

const lastMonthEnd = () => addDays(monthStart(today()), -1)

export const receivableOf = async (client: Client): Promise<number> => {
  const accounts = (await client.get('/accounting/accounts/list')).data as { id: number; number: string }[]
  return accounts.find((account) => account.number === '110201')?.id as number
}
