import type { Opening } from '#contract/opening.ts'
import { type Decimal, type Numeric, round, sum, zero } from '#ledger/money.ts'
import { localName } from '../i18n/localName.ts'
import { type LotRow, sentLots, storedLotRows } from '../lots/lotRow.ts'
import { figureOf } from '../ui/values/figureOf.ts'

/** Rows as the form holds them: figures are text, references carry the name they are read by. */
export type AccountRow = {
  account_id: string
  account_name: string
  debit: string
  credit: string
  currency_id: string
  amount_currency: string
  stored?: true
}
export type OpeningItemRow = {
  id: string
  party_id: string
  party_name: string
  number: string
  due_date: string
  currency_id: string
  exchange_rate: string
  amount: string
  /** It was partly paid: it cannot change. */
  settled: number
  stored?: true
}
export type StockRow = {
  product_id: string
  product_name: string
  quantity: string
  unit_cost: string
  lots?: LotRow[]
  stored?: true
}

export const emptyAccount = (): AccountRow => ({
  account_id: '',
  account_name: '',
  debit: '',
  credit: '',
  currency_id: '',
  amount_currency: '',
})
export const emptyOpeningItem = (currencyId: string): OpeningItemRow => ({
  id: '',
  party_id: '',
  party_name: '',
  number: '',
  due_date: '',
  currency_id: currencyId,
  exchange_rate: '',
  amount: '',
  settled: 0,
})
export const emptyStock = (): StockRow => ({ product_id: '', product_name: '', quantity: '', unit_cost: '' })

const figure = (value: number) => (value === 0 ? '' : String(value))

export const accountRow = (line: Opening['lines'][number], baseId: number): AccountRow => ({
  account_id: String(line.account_id),
  account_name: `${line.account_number} ${localName(line)}`,
  debit: figure(line.debit),
  credit: figure(line.credit),
  currency_id: line.currency_id === baseId ? '' : String(line.currency_id),
  amount_currency: line.currency_id === baseId ? '' : String(line.amount_currency),
  stored: true,
})
type Item = Opening['receivables' | 'payables' | 'customer_credits' | 'supplier_credits'][number]
export const itemRow = (item: Item, baseId: number): OpeningItemRow => ({
  id: String(item.id),
  party_id: String('customer_id' in item ? item.customer_id : item.supplier_id),
  party_name: localName(item),
  number: item.number,
  due_date: item.due_date,
  currency_id: String(item.currency_id),
  exchange_rate: item.currency_id === baseId ? '' : String(item.exchange_rate),
  amount: String(item.amount),
  settled: item.settled,
  stored: true,
})
export const sentCredit = (partyField: string) => (row: OpeningItemRow) => {
  const { due_date: _, ...sent } = sentOpeningItem(partyField)(row)
  return sent
}
export const stockRow = (row: Opening['stock'][number]): StockRow => ({
  product_id: String(row.product_id),
  product_name: localName(row),
  quantity: String(row.quantity),
  unit_cost: String(row.unit_cost),
  lots: storedLotRows(row.lots),
  stored: true,
})

export const sentAccount = ({ account_id, debit, credit, currency_id, amount_currency }: AccountRow) => ({
  account_id: account_id || undefined,
  debit: debit || '0',
  credit: credit || '0',
  ...(currency_id && { currency_id, amount_currency }),
})
export const sentOpeningItem = (partyField: string) => (row: OpeningItemRow) => ({
  ...(row.id && { id: row.id }),
  [partyField]: row.party_id || undefined,
  number: row.number,
  due_date: row.due_date,
  currency_id: row.currency_id,
  ...(row.exchange_rate && { exchange_rate: row.exchange_rate }),
  amount: row.amount,
})
export const sentStock = ({ product_id, quantity, unit_cost, lots }: StockRow) => ({
  product_id: product_id || undefined,
  quantity,
  unit_cost: unit_cost || '0',
  lots: sentLots(lots),
})

type Brought = {
  lines: readonly AccountRow[]
  owned: readonly OpeningItemRow[]
  owed: readonly OpeningItemRow[]
  stock: readonly StockRow[]
}
/** The base currency, and the rates of the other currencies on the opening day. Null if a rate is missing. */
export type Worth = {
  base: { id: number; decimals: number }
  currencies: readonly { id: number; rate: Numeric | null }[]
}

/** The total of opening equity: all opening amounts of the owners, each row rounded as posted. */
export function openingEquity({ lines, owned, owed, stock }: Brought, worth: Worth): Decimal {
  const { decimals } = worth.base
  const item = (row: OpeningItemRow) => round(figureOf(row.amount).times(rateOf(row, worth)), decimals)
  return sum([
    ...lines.map((row) => figureOf(row.debit).minus(figureOf(row.credit))),
    ...owned.map(item),
    ...owed.map((row) => item(row).neg()),
    ...stock.map((row) => round(figureOf(row.quantity).times(figureOf(row.unit_cost)), decimals)),
  ])
}

/** A rate that is not given is that of the day; without one the row counts as nothing, and is refused. */
function rateOf({ currency_id, exchange_rate }: OpeningItemRow, { base, currencies }: Worth): Numeric {
  if (currency_id === String(base.id)) return 1
  if (exchange_rate !== '') return figureOf(exchange_rate)
  return currencies.find(({ id }) => String(id) === currency_id)?.rate ?? zero
}
