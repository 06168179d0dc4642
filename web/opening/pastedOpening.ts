import { localName } from '../i18n/localName.ts'
import { findByName, namedCells, type PasteColumns, pastedFigure, pastedOrWritten } from '../ui/lines/pastedCells.ts'
import { today } from '../ui/today.ts'
import { figureOf } from '../ui/values/figureOf.ts'
import { parseDate } from '../ui/values/parseDate.ts'
import type { OpeningCurrency } from './openingColumns.tsx'
import {
  type AccountRow,
  emptyAccount,
  emptyOpeningItem,
  emptyStock,
  type OpeningItemRow,
  type StockRow,
} from './openingRows.ts'

type NamedOption = { id: number; name: string; name_en?: string | null; number?: string; code?: string | null }

const currencyColumn = { key: 'currency', words: ['العملة', 'currency'], text: true }
const accountColumns: PasteColumns = [
  {
    key: 'account',
    words: ['الحساب', 'رقم الحساب', 'اسم الحساب', 'account', 'account number', 'number', 'code'],
    text: true,
  },
  { key: 'debit', words: ['مدين', 'المدين', 'debit', 'dr'] },
  { key: 'credit', words: ['دائن', 'الدائن', 'credit', 'cr'] },
  currencyColumn,
  { key: 'amount_currency', words: ['المبلغ بالعملة', 'amount in currency', 'foreign amount'] },
  { key: 'balance', words: ['الرصيد', 'balance'] },
  { key: 'name', words: ['البيان', 'name', 'account name'], text: true },
]
const itemColumns: PasteColumns = [
  { key: 'party', words: ['العميل', 'المورد', 'الاسم', 'customer', 'supplier', 'name', 'party'], text: true },
  {
    key: 'number',
    words: ['الرقم', 'رقم الفاتورة', 'رقم المستند', 'number', 'invoice', 'document', 'invoice number', 'reference'],
    text: true,
  },
  { key: 'due_date', words: ['الاستحقاق', 'تاريخ الاستحقاق', 'due', 'due date'], text: true },
  { key: 'amount', words: ['المبلغ', 'الرصيد', 'المتبقي', 'amount', 'balance', 'remaining', 'open'] },
  currencyColumn,
  { key: 'rate', words: ['سعر الصرف', 'rate', 'exchange rate'] },
]
const creditColumns: PasteColumns = itemColumns.filter(({ key }) => key !== 'due_date')
const stockColumns: PasteColumns = [
  {
    key: 'product',
    words: ['الصنف', 'المنتج', 'رمز الصنف', 'item', 'product', 'code', 'sku', 'item code'],
    text: true,
  },
  { key: 'quantity', words: ['الكمية', 'العدد', 'quantity', 'qty'] },
  { key: 'unit_cost', words: ['التكلفة', 'تكلفة الوحدة', 'سعر التكلفة', 'cost', 'unit cost', 'price'] },
]

const currencyOf = (currencies: readonly OpeningCurrency[], text: string | undefined) =>
  currencies.find(({ code }) => code.toLowerCase() === text?.trim().toLowerCase())

/** A trial balance as it was copied: accounts by number or name, one balance or two sides. What is not known keeps its text, to be chosen. */
export const pastedAccounts = (
  cells: string[][],
  { accounts, currencies }: { accounts: readonly NamedOption[]; currencies: readonly OpeningCurrency[] },
): AccountRow[] =>
  namedCells(cells, accountColumns).map((row) => {
    const account = findByName(accounts, row.account) ?? findByName(accounts, row.name)
    const currency = currencyOf(currencies, row.currency)
    const figure = pastedFigure(row.balance)
    const isCredit = figure.startsWith('-') || (figure !== '' && /cr|دائن/i.test(row.balance ?? ''))
    const balance = isCredit && !figure.startsWith('-') ? `-${figure}` : figure || (row.balance ?? '')
    return {
      ...emptyAccount(),
      account_id: account ? String(account.id) : '',
      account_name: account
        ? [account.number, localName({ name: account.name, name_en: account.name_en ?? null })]
            .filter(Boolean)
            .join(' ')
        : (row.account ?? ''),
      debit: positive(row.debit) || (isCredit ? '' : balance),
      credit: positive(row.credit) || (isCredit ? balance.slice(1) : ''),
      ...(currency && { currency_id: String(currency.id), amount_currency: pastedFigure(row.amount_currency) }),
    }
  })

/** A side that is nothing is empty. */
function positive(text: string | undefined): string {
  const figure = pastedFigure(text)
  // What is not a number stays, to be corrected in the table.
  if (figure === '') return /^[-–—]*$/.test(text ?? '') ? '' : (text as string)
  return figureOf(figure).eq(0) ? '' : figure.replace('-', '')
}

type ItemFacts = {
  parties: readonly NamedOption[]
  currencies: readonly OpeningCurrency[]
  own: number
  isCredit: boolean
}

/** Open items or credits: parties by their names, days with the year first or last. */
export const pastedOpeningItems = (
  cells: string[][],
  { parties, currencies, own, isCredit }: ItemFacts,
): OpeningItemRow[] =>
  namedCells(cells, isCredit ? creditColumns : itemColumns).map((row) => {
    const party = findByName(parties, row.party)
    const currency = currencyOf(currencies, row.currency)
    return {
      ...emptyOpeningItem(String(currency?.id ?? own)),
      party_id: party ? String(party.id) : '',
      party_name: party ? localName({ name: party.name, name_en: party.name_en ?? null }) : (row.party ?? ''),
      number: row.number ?? '',
      due_date: pastedDay(row.due_date),
      exchange_rate: currency && currency.id !== own ? pastedFigure(row.rate) : '',
      amount: pastedOrWritten(row.amount).replace(/^-/, ''),
    }
  })

/** Invalid text stays as pasted, to be corrected in the table. */
const pastedDay = (text = ''): string => parseDate(text, today()) ?? text

/** Stock: products by code or name. */
export const pastedStock = (cells: string[][], products: readonly NamedOption[]): StockRow[] =>
  namedCells(cells, stockColumns).map((row) => {
    const product = findByName(products, row.product)
    return {
      ...emptyStock(),
      product_id: product ? String(product.id) : '',
      product_name: product ? localName({ name: product.name, name_en: product.name_en ?? null }) : (row.product ?? ''),
      quantity: pastedOrWritten(row.quantity),
      unit_cost: pastedOrWritten(row.unit_cost),
    }
  })
