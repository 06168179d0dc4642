import type { Opening } from '#contract/opening.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { round, sum } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import { useCurrencyOf } from '../api/useCurrencyOf.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { BilingualLabel } from '../ui/print/BilingualLabel.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperItem } from '../ui/print/PaperItem.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { PaperTotals } from '../ui/print/PaperTotals.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'
import { accountRow, itemRow, openingEquity, stockRow } from './openingRows.ts'

type Branch = { name: string; name_en: string | null } | undefined
const itemLists = ['receivables', 'customer_credits', 'payables', 'supplier_credits'] as const
type Item = Opening['customer_credits'][number] | Opening['supplier_credits'][number]

/** Accounts, open items and stock as they were brought along, and what of them is the owners'. */
export function OpeningSheet({ opening, branch }: { opening: Opening; branch: Branch }) {
  const { organization } = useUser()
  const { currency } = organization
  return (
    <Paper organization={organization} title="opening">
      <section className={classes.parties}>
        <PaperFacts facts={{ opening_date: opening.opening_date && <Num>{opening.opening_date}</Num> }} />
        <PaperFacts facts={{ branch: branch && <PaperItem {...branch} /> }} />
      </section>
      {opening.lines.length > 0 && <Accounts lines={opening.lines} decimals={currency.decimals} />}
      {itemLists.map((list) => opening[list].length > 0 && <Items key={list} list={list} items={opening[list]} />)}
      {opening.stock.length > 0 && <Stock rows={opening.stock} decimals={currency.decimals} />}
      <PaperTotals currency={currency} totals={totalsOf(opening, currency)}>
        {null}
      </PaperTotals>
      <Signatures names={['prepared_by', 'reviewed_by', 'approved_by']} />
    </Paper>
  )
}

type Line = Opening['lines'][number]

function Accounts({ lines, decimals }: { lines: readonly Line[]; decimals: number }) {
  const currencyOf = useCurrencyOfRow()
  const { currency } = useUser().organization
  const figure = (value: number) => value !== 0 && <Num>{formatNumber(value, decimals)}</Num>
  const isForeign = (row: Line) => row.currency_id !== currency.id
  return (
    <PaperTable
      rows={lines}
      // One account may have riyals and dollars.
      keyOf={(row) => lines.indexOf(row)}
      columns={[
        { name: 'account_number', draw: (row) => <Num>{row.account_number}</Num> },
        { name: 'account', draw: (row) => <PaperItem {...row} /> },
        { name: 'debit', figures: true, draw: (row) => figure(row.debit) },
        { name: 'credit', figures: true, draw: (row) => figure(row.credit) },
        ...(lines.some(isForeign)
          ? [
              {
                name: 'amount_currency',
                figures: true as const,
                draw: (row: Line) =>
                  isForeign(row) && <Amount value={Math.abs(row.amount_currency)} currency={currencyOf(row)} />,
              },
            ]
          : []),
      ]}
    />
  )
}

function Items({ list, items }: { list: (typeof itemLists)[number]; items: readonly Item[] }) {
  const currencyOf = useCurrencyOfRow()
  const isDue = list === 'receivables' || list === 'payables'
  return (
    <PaperTable
      rows={items}
      keyOf={(row) => row.id}
      columns={[
        { name: `opening_${list}`, draw: (row) => <PaperItem {...row} /> },
        { name: 'document_number', draw: (row) => <Num>{row.number}</Num> },
        ...(isDue ? [{ name: 'due_date', draw: (row: Item) => <Num>{row.due_date}</Num> }] : []),
        { name: 'amount', figures: true, draw: (row) => <Amount value={row.amount} currency={currencyOf(row)} /> },
      ]}
    />
  )
}

/** The currency of a row; that of the books until the others are known. */
function useCurrencyOfRow() {
  const currencyOf = useCurrencyOf()
  const own = useUser().organization.currency
  return ({ currency_id }: { currency_id: number }) => currencyOf(currency_id) ?? own
}

function Stock({ rows, decimals }: { rows: Opening['stock']; decimals: number }) {
  return (
    <PaperTable
      rows={rows}
      keyOf={(row) => row.product_id}
      columns={[
        { name: 'item_code', draw: (row) => <Num>{row.code}</Num> },
        { name: 'item_name', draw: (row) => <PaperItem {...row} /> },
        { name: 'quantity', figures: true, draw: (row) => <Num>{formatPlain(row.quantity)}</Num> },
        { name: 'unit_cost', figures: true, draw: (row) => <Num>{formatNumber(row.unit_cost, 6, decimals)}</Num> },
        { name: 'value', figures: true, draw: (row) => <Num>{formatNumber(row.value, decimals)}</Num> },
      ]}
    />
  )
}

/** Each part in base currency, liabilities negative; the total belongs to the owners. */
function totalsOf(opening: Opening, currency: { id: number; decimals: number }) {
  const none = { lines: [], owned: [], owed: [], stock: [] }
  // Stored rows have their own rates.
  const worth = { base: currency, currencies: [] }
  const rowOf = (item: Item) => itemRow(item, currency.id)
  const parts = {
    opening_lines: { ...none, lines: opening.lines.map((line) => accountRow(line, currency.id)) },
    opening_receivables: { ...none, owned: opening.receivables.map(rowOf) },
    opening_supplier_credits: { ...none, owned: opening.supplier_credits.map(rowOf) },
    opening_stock: { ...none, stock: opening.stock.map(stockRow) },
    opening_payables: { ...none, owed: opening.payables.map(rowOf) },
    opening_customer_credits: { ...none, owed: opening.customer_credits.map(rowOf) },
  }
  const amounts = Object.entries(parts).map(([key, brought]) => ({ key, amount: openingEquity(brought, worth) }))
  const lineOf = (key: string, value: ReturnType<typeof openingEquity>) => ({
    key,
    label: <BilingualLabel name={`sheet.${key}`} />,
    value: round(value, currency.decimals),
  })
  return [
    ...amounts.filter(({ amount }) => !amount.eq(0)).map(({ key, amount }) => lineOf(key, amount)),
    { ...lineOf('opening_equity', sum(amounts.map(({ amount }) => amount))), grand: true },
  ]
}
