import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { chartCalls } from '#contract/chart.ts'
import { purchases, sales } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
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
import { pastedAccounts, pastedOpeningItems, pastedStock } from './pastedOpening.ts'

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
  const catalog = usePasteCatalog()
  const items = (side: typeof sales | typeof purchases, isCredit: boolean) => (cells: string[][]) =>
    pastedOpeningItems(cells, { parties: catalog()[side.name], currencies: known, own: currency.id, isCredit })
  const pasted = {
    lines: (cells: string[][]) =>
      pastedAccounts(cells, {
        accounts: catalog().accounts,
        currencies: known.filter((one) => one.id !== currency.id),
      }),
    receivables: items(sales, false),
    payables: items(purchases, false),
    customer_credits: items(sales, true),
    supplier_credits: items(purchases, true),
    stock: (cells: string[][]) => pastedStock(cells, catalog().products),
  }
  const brought = {
    lines: rowsOf(tables.lines),
    // Advances to suppliers are ours like receivables; advances of customers are owed to them.
    owned: [...rowsOf(tables.receivables), ...rowsOf(tables.supplier_credits)],
    owed: [...rowsOf(tables.payables), ...rowsOf(tables.customer_credits)],
    stock: rowsOf(tables.stock),
  }
  const rates = (ofTheDay.data ?? []) as Worth['currencies']
  const equity = openingEquity(brought, { base: currency, currencies: rates })
  return { tables, columns, pasted, equity, currency, currencies: known }
}

type Choosable = { id: number; name: string; name_en?: string | null; number?: string; code?: string | null }

/** What pasted names are looked up in, as it is when something is pasted. */
function usePasteCatalog() {
  const accounts = useOptions(chartCalls.accountOptions).data
  const customers = useOptions(optionsOf(parties.sales)).data
  const suppliers = useOptions(optionsOf(parties.purchases)).data
  const goods = useOptions(optionsOf(products)).data
  const rows = (found: unknown) => (found ?? []) as readonly Choosable[]
  return () => ({ accounts: rows(accounts), sales: rows(customers), purchases: rows(suppliers), products: rows(goods) })
}

const rowsOf = <Row>({ lines }: { lines: readonly { row: Row }[] }) => lines.map(({ row }) => row)
