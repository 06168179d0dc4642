import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { purchases, sales } from '#contract/documents/sides.ts'
import { useOptions } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { useLines } from '../ui/lines/useLines.ts'
import {
  accountColumns,
  creditColumns,
  currencyCall,
  type OpeningCurrency,
  openingItemColumns,
  stockColumns,
} from './openingColumns.tsx'
import {
  type AccountRow,
  emptyAccount,
  emptyOpeningItem,
  emptyStock,
  type OpeningItemRow,
  openingEquity,
  type StockRow,
  type Worth,
} from './openingRows.ts'

/** The tables of the opening: their rows, their columns, and what they leave to the owners. */
export function useOpeningTables(form: SchemaForm) {
  const { i18n } = useTranslation('opening')
  const { currency } = useUser().organization
  const currencies = useOptions(currencyCall)
  const known = useMemo(() => (currencies.data ?? []) as OpeningCurrency[], [currencies.data])
  const ofTheDay = useOptions(currencyCall, { date: useWatched(form.form, 'opening_date') })
  const newItem = () => emptyOpeningItem(String(currency.id))
  const tables = {
    lines: useLines<AccountRow>(form, 'lines', emptyAccount, 0),
    receivables: useLines<OpeningItemRow>(form, 'receivables', newItem, 0),
    payables: useLines<OpeningItemRow>(form, 'payables', newItem, 0),
    customer_credits: useLines<OpeningItemRow>(form, 'customer_credits', newItem, 0),
    supplier_credits: useLines<OpeningItemRow>(form, 'supplier_credits', newItem, 0),
    stock: useLines<StockRow>(form, 'stock', emptyStock, 0),
  }
  // The cells word themselves in the language of the page, so a change of language draws them again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const columns = useMemo(
    () => ({
      lines: accountColumns(
        known.filter((one) => one.id !== currency.id),
        currency.decimals,
      ),
      receivables: openingItemColumns(sales, known, currency.id),
      payables: openingItemColumns(purchases, known, currency.id),
      customer_credits: creditColumns(sales, known, currency.id),
      supplier_credits: creditColumns(purchases, known, currency.id),
      stock: [...stockColumns(currency.decimals)],
    }),
    [known, currency, i18n.language],
  )
  const brought = {
    lines: rowsOf(tables.lines),
    // Advances to suppliers are ours like receivables; advances of customers are owed to them.
    owned: [...rowsOf(tables.receivables), ...rowsOf(tables.supplier_credits)],
    owed: [...rowsOf(tables.payables), ...rowsOf(tables.customer_credits)],
    stock: rowsOf(tables.stock),
  }
  const rates = (ofTheDay.data ?? []) as Worth['currencies']
  const equity = openingEquity(brought, { base: currency, currencies: rates })
  return { tables, columns, equity, currency, currencies: known }
}

const rowsOf = <Row>({ lines }: { lines: readonly { row: Row }[] }) => lines.map(({ row }) => row)
