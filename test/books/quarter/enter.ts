import { expectOk, idOf } from '../../harness/organization.ts'
import { accountNumbers } from './ledger-by-hand.ts'
import type { Quarter } from './masters.ts'

/** How the people of the company enter what happens, each document under its number. */
export const rate = async ({ ids, post }: Quarter, currency: 'EUR' | 'USD', value: number) =>
  void expectOk(await post(`/currencies/${ids[currency]}/rate`, { rate: value }))

export type Row = [product: 'G1' | 'G2' | 'U1' | 'service', quantity: number, price: number]
type Trade = {
  party: string
  branch: 'R' | 'J'
  date: string
  due: string
  rows: Row[]
  tax?: string
  currency?: string
}

export function tradeBody({ ids }: Quarter, { rows, tax = 'VAT 15%', currency = 'SAR', branch, due }: Trade) {
  const charged = tax === 'VAT 15%' || tax === 'Non-deductible 15%' ? 15 : 0
  return {
    due_date: `2025-${due}`,
    branch_id: ids[branch],
    currency_id: ids[currency as 'SAR'],
    tax_id: tax === 'unclassified' ? ids.unclassifiedTax : ids.taxes.get(tax),
    items: rows.map(([name, quantity, price]) => ({ product_id: ids[name], quantity, price, tax_rate: charged })),
  }
}

export async function invoice(quarter: Quarter, number: string, trade: Trade, rest: object = {}): Promise<void> {
  const own = {
    invoice_number: number,
    invoice_date: `2025-${trade.date}`,
    customer_id: quarter.ids[trade.party as 'C1'],
  }
  quarter.documents[number] = await idOf(quarter.post('/invoices', { ...tradeBody(quarter, trade), ...own, ...rest }))
}

export async function bill(quarter: Quarter, number: string, trade: Trade): Promise<void> {
  const own = { bill_number: number, bill_date: `2025-${trade.date}`, supplier_id: quarter.ids[trade.party as 'S1'] }
  quarter.documents[number] = await idOf(quarter.post('/bills', { ...tradeBody(quarter, trade), ...own }))
}

type Paid = { party: string; branch: 'R' | 'J'; date: string; amount: number; of?: Record<string, number> }
type HowPaid = { method?: string; currency?: string; fee?: number; fee_tax?: number }
export async function payment(quarter: Quarter, number: string, paid: Paid, how: HowPaid = {}): Promise<void> {
  const { ids, documents } = quarter
  const { method = 'Bank transfer', currency = 'SAR', ...fees } = how
  const isIncome = paid.party.startsWith('C')
  quarter.documents[number] = await idOf(
    quarter.post(`/accounting/${isIncome ? 'income' : 'expense'}-payments`, {
      payment_number: number,
      payment_date: `2025-${paid.date}`,
      branch_id: ids[paid.branch],
      amount: paid.amount,
      [isIncome ? 'customer_id' : 'supplier_id']: ids[paid.party as 'C1'],
      currency_id: ids[currency as 'SAR'],
      payment_method_id: ids.methods.get(method),
      ...fees,
      references: Object.entries(paid.of ?? {}).map(([name, amount]) => ({ reference_id: documents[name], amount })),
    }),
  )
}

export type Line = [account: string, amount: number, center?: 'headOffice' | 'showrooms']
export async function manual({ ids, post }: Quarter, date: string, branch: 'R' | 'J', lines: Line[]): Promise<void> {
  expectOk(
    await post('/accounting/journal-entries', {
      journal_number: `JV-${date}-${lines[0]?.[0]}`,
      journal_date: `2025-${date}`,
      currency_id: ids.SAR,
      branch_id: ids[branch],
      lines: lines.map(([name, amount, center]) => ({
        account_id: ids.accounts.get(accountNumbers[name]),
        debit: Math.max(amount, 0),
        credit: Math.max(-amount, 0),
        cost_center_id: center && ids[center],
      })),
    }),
  )
}
