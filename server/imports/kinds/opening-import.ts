import { lotsInCell } from '#contract/fields/lot-rows.ts'
import { openingInput } from '#contract/opening.ts'
import { decimal, ratio, round, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { readOpening } from '#server/opening/read-opening.ts'
import { saveOpening } from '#server/opening/save-opening.ts'
import { foreignRate } from './compare-with-file.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { sidesOf } from './journal-import.ts'
import { accountNames, mainAccountNames, partyNames, productNames, usualPlaces } from './look-ups.ts'
import type { NameIndex } from './name-index.ts'

type Part = 'lines' | 'receivables' | 'payables' | 'customer_credits' | 'supplier_credits' | 'stock'
type StoredOpening = Awaited<ReturnType<typeof readOpening>>

/** The present opening, in the form of an input. */
const storedRows: Record<Part, (stored: StoredOpening) => ImportBody[]> = {
  lines: ({ lines }) =>
    lines.map((row) => ({
      account_id: row.account_id,
      debit: row.debit,
      credit: row.credit,
      ...(decimal(row.amount_currency).gt(0) && { currency_id: row.currency_id, amount_currency: row.amount_currency }),
    })),
  receivables: ({ receivables }) => receivables.map((row) => ({ ...itemOf(row), customer_id: row.party_id })),
  payables: ({ payables }) => payables.map((row) => ({ ...itemOf(row), supplier_id: row.party_id })),
  customer_credits: (stored) => stored.customer_credits.map((row) => ({ ...creditOf(row), customer_id: row.party_id })),
  supplier_credits: (stored) => stored.supplier_credits.map((row) => ({ ...creditOf(row), supplier_id: row.party_id })),
  stock: ({ stock }) =>
    stock.map(({ product_id, quantity, unit_cost, lots }) => ({ product_id, quantity, unit_cost, lots: lots ?? [] })),
}
type Item = Pick<
  StoredOpening['receivables'][number],
  'id' | 'number' | 'due_date' | 'currency_id' | 'exchange_rate' | 'amount'
>
const itemOf = ({ id, number, due_date, currency_id, exchange_rate, amount }: Item) => ({
  id,
  number,
  due_date,
  currency_id,
  exchange_rate,
  amount,
})

const creditOf = (row: Item) => {
  const { due_date: _, ...rest } = itemOf(row)
  return rest
}

/** The columns of a row, and the one that a row of the file replaces; without it rows are added. */
const worth = ['amount', 'currency_id', 'exchange_rate'] as const
const parts: Record<Part, { columns: readonly string[]; key: string | null }> = {
  lines: { columns: ['account_id', 'debit', 'credit', 'currency_id', 'amount_currency'], key: 'account_id' },
  receivables: { columns: ['customer_id', 'number', 'due_date', ...worth], key: null },
  payables: { columns: ['supplier_id', 'number', 'due_date', ...worth], key: null },
  customer_credits: { columns: ['customer_id', 'number', ...worth], key: null },
  supplier_credits: { columns: ['supplier_id', 'number', ...worth], key: null },
  stock: { columns: ['product_id', 'quantity', 'unit_cost'], key: 'product_id' },
}

/** One part of the opening balances: all rows of the file are one save. The other parts stay as they are stored. */
export const openingImport = (part: Part): ImportRules => ({
  schema: openingInput,
  rowsOf: part,
  order: 'whole',
  open: (context) => openPart(context, part),
  undo: async (context, { before }) => saveOpening(context, openingInput.parse(before)),
})

async function openPart(context: Context, part: Part): Promise<ImportBook> {
  const none = async (): Promise<Pick<NameIndex, 'find'>> => ({ find: () => undefined })
  const [accounts, groups, customers, suppliers, products, places, stored] = await Promise.all([
    part === 'lines' ? accountNames(context) : none(),
    part === 'lines' ? mainAccountNames(context) : none(),
    part === 'receivables' || part === 'customer_credits' ? partyNames(context, 'customer') : none(),
    part === 'payables' || part === 'supplier_credits' ? partyNames(context, 'supplier') : none(),
    part === 'stock' ? productNames(context) : none(),
    usualPlaces(context),
    readOpening(context),
  ])
  const before = {
    opening_date: stored.opening_date,
    branch_id: stored.branch_id ?? places.usual.branch_id,
    [part]: storedRows[part](stored),
  }
  return {
    resolve: {
      ...places.resolve,
      account_id: accounts.find,
      customer_id: customers.find,
      supplier_id: suppliers.find,
      product_id: products.find,
    },
    // The sums of a trial balance.
    passes: ({ account_id: account }) =>
      account !== undefined && accounts.find(account) === undefined && groups.find(account) !== undefined
        ? 'import_group_row'
        : undefined,
    match: () => undefined,
    add: () => {},
    keep: () => {},
    drop: () => {},
    bodyOf: (rows) => bodyOf(part, rows, before, places.usual),
    create: async (again, body: ImportBody) => {
      await saveOpening(again, body as Parameters<typeof saveOpening>[1])
      return [
        {
          resource: 'opening',
          id: again.session.organization_id,
          before: { ...before, opening_date: before.opening_date ?? body.opening_date },
        },
      ]
    },
  }
}

/** Rows of the file come first, so that a problem is placed on its row. */
function bodyOf(part: Part, all: readonly ImportBody[], before: ImportBody, usual: ImportBody): ImportBody {
  const { columns, key } = parts[part]
  const rows = withParties(all)
  const given = rows.map((row) => ({
    ...(part !== 'lines' && columns.includes('currency_id') && { currency_id: usual.currency_id }),
    ...sentFields(Object.fromEntries(columns.map((column) => [column, row[column]]))),
    ...(part === 'lines' && sidesOf(row)),
    ...(part === 'stock' && sentFields({ unit_cost: row.unit_cost ?? costOf(row), lots: lotsInCell(row.lots) })),
    ...(columns.includes('exchange_rate') && { exchange_rate: foreignRate(row, usual) ?? '' }),
  })) as ImportBody[]
  const named = new Set(key === null ? [] : given.map((row) => row[key]))
  const others = (before[part] as ImportBody[]).filter((row) => key === null || !named.has(row[key]))
  return {
    opening_date: rows[0]?.opening_date ?? before.opening_date ?? undefined,
    branch_id: rows[0]?.branch_id ?? before.branch_id,
    [part]: [...given, ...others],
  }
}

/** Reports write a party once, in the first row of its open items. */
function withParties(rows: readonly ImportBody[]): ImportBody[] {
  let above: ImportBody = {}
  return rows.map((row) => {
    const { customer_id, supplier_id } = row
    if (customer_id !== undefined || supplier_id !== undefined) above = sentFields({ customer_id, supplier_id })
    return { ...above, ...row }
  })
}

/** The cost of a unit where a file has the value of all: such that the value is the same to the halala. */
function costOf({ quantity, value }: ImportBody): string | undefined {
  if (quantity === undefined || value === undefined || decimal(String(quantity)).lte(0)) return undefined
  const cost = ratio(String(value), 1, String(quantity), costDecimals)
  return round(cost.times(String(quantity))).eq(String(value)) ? text(cost) : undefined
}
const costDecimals = 6
