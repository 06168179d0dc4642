import type { Client } from './client.ts'
import type { Ground } from './fill.ts'

const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)

/** An invoice of three rows with goods, as the form sends it. */
export function invoice(ground: Ground, customer: number): object {
  const items = ground.products
    .slice(0, 3)
    .map((product_id) => ({ product_id, quantity: 1, price: 10.5, tax_rate: 15 }))
  return {
    ...{
      invoice_number: 'INV-2000-000001',
      proposed_number: 'INV-2000-000001',
      invoice_date: today(),
      due_date: today(),
    },
    ...{ customer_id: customer, branch_id: ground.branch, currency_id: ground.currency, tax_id: ground.tax, items },
  }
}

/** A receipt over three open invoices. */
export function receipt(ground: Ground, customer: number, invoices: readonly number[]): object {
  return {
    ...{ payment_number: 'RCV-2000-000001', proposed_number: 'RCV-2000-000001', payment_date: today() },
    ...{
      customer_id: customer,
      branch_id: ground.branch,
      payment_method_id: ground.method,
      currency_id: ground.currency,
    },
    amount: 36.23 * invoices.length,
    references: invoices.map((reference_id) => ({ reference_id, amount: 36.23 })),
  }
}

/** Every way the list of invoices is asked for, and how far down. */
export function lists(customer: number, total: number): [string, string][] {
  const last = Math.max(1, Math.floor(total / 10))
  return [
    ['first page', '/invoices?per_page=10'],
    ['first page by total', '/invoices?per_page=10&sort_key=total&sort_order=desc'],
    ['first page by customer', '/invoices?per_page=10&sort_key=customer&sort_order=asc'],
    ['first page by due date', '/invoices?per_page=10&sort_key=due_date&sort_order=asc'],
    ['first page, paid', '/invoices?per_page=10&status=paid'],
    ['first page, overdue', '/invoices?per_page=10&status=overdue'],
    ['first page of a customer', `/invoices?per_page=10&customer_id=${customer}`],
    ['page in the middle', `/invoices?per_page=10&page=${Math.floor(last / 2)}`],
    ['last page', `/invoices?per_page=10&page=${last}`],
  ]
}

export const searches: [string, string][] = [
  ['Arabic name, in the middle', `/invoices?per_page=10&keyword=${encodeURIComponent('واحه 1')}`],
  ['Latin name', '/invoices?per_page=10&keyword=Summit'],
  ['number, in the middle', '/invoices?per_page=10&keyword=00123'],
  ['customers', `/customers?per_page=10&keyword=${encodeURIComponent('افق')}`],
]

export function reports(receivable: number): [string, string][] {
  const year = today().slice(0, 4)
  const range = `from=${year}-01-01&to=${today()}`
  return [
    ['trial balance, the year', `/reports/trial-balance?${range}`],
    ['trial balance, part of a month', `/reports/trial-balance?from=${year}-02-10&to=${year}-03-17`],
    ['account statement, first page', `/reports/account-statement?account_id=${receivable}&${range}`],
    ['profit and loss', `/reports/profit-and-loss?${range}`],
    ['balance sheet', `/reports/balance-sheet?to=${today()}`],
    ['cash flow', `/reports/cash-flow?${range}`],
    ['cost centers', `/reports/cost-center-report?${range}`],
    ['VAT return', `/reports/vat-return?${range}`],
    ['home', '/reports/home'],
  ]
}

export const receivableOf = async (client: Client): Promise<number> => {
  const accounts = (await client.get('/accounting/accounts/list')).data as { id: number; number: string }[]
  return accounts.find((account) => account.number === '110201')?.id as number
}
