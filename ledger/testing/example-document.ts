import type { Account } from '../account.ts'
import { type Allocated, allocate, type OpenDocument } from '../allocation.ts'
import { toBaseCurrency } from '../base-amounts.ts'
import { decimal, type Numeric, round } from '../money.ts'
import type { DocumentFacts, DocumentTax } from '../posting/document.ts'
import { documentTotals } from '../totals.ts'

export type ExampleRow = {
  account?: Account
  quantity?: Numeric
  price: Numeric
  tax_rate?: Numeric
  stock_cost?: Numeric
  cost_center_id?: number
}
export type Example = {
  rows: readonly ExampleRow[]
  exchange_rate?: Numeric
  decimals?: number
  taxes?: readonly DocumentTax[]
  branch_id?: number
}

/** For tests: the facts of a document as the server composes them; by default one service row at 15 %. */
export function exampleDocument({ rows, exchange_rate, decimals = 2, taxes, branch_id = 1 }: Example): DocumentFacts {
  const lines = rows.map(({ quantity = 1, price, tax_rate = 15 }) => ({ quantity, price, tax_rate }))
  const totals = documentTotals({ lines, decimals })
  return {
    branch_id,
    party_id: 7,
    document_id: 100,
    currency_id: exchange_rate === undefined ? null : 3,
    totals,
    base: toBaseCurrency({ totals, exchange_rate: exchange_rate ?? 1, decimals: 2 }),
    lines: rows.map(({ account = 'REV_SRV', price, stock_cost, cost_center_id }) => ({
      account,
      stock_cost,
      cost_center_id,
      is_free: decimal(price).eq(0),
    })),
    taxes: taxes ?? totals.taxes.map(() => ({ tax_id: 1, box: '1' })),
  }
}

/** For tests: an amount over one document, in base currency by default, and today by default. */
export function exampleAllocation({
  amount,
  rate = 1,
  date = '2026-01-10',
  ...document
}: ExampleAllocation): Allocated {
  const amount_base = round(decimal(amount).times(decimal(rate)))
  const { settled = 0, total, total_base = total, settled_base = settled } = document
  const open: OpenDocument = {
    id: 100,
    branch_id: document.branch_id ?? 1,
    date: document.document_date ?? date,
    currency_id: 1,
    total,
    settled,
    total_base,
    settled_base,
  }
  const requested = document.requested ?? amount
  const result = allocate(
    { amount, amount_base, currency_id: 1, date, decimals: 2 },
    [open],
    decimal(requested).eq(0) ? [] : [{ document_id: 100, amount: requested }],
  )
  if ('refusals' in result) throw new Error(JSON.stringify(result.refusals))
  return result
}

export type ExampleAllocation = {
  amount: Numeric
  /** The allocated part of the document; by default the whole amount. */
  requested?: Numeric
  rate?: Numeric
  date?: string
  document_date?: string
  branch_id?: number
  total: Numeric
  settled?: Numeric
  total_base?: Numeric
  settled_base?: Numeric
}
