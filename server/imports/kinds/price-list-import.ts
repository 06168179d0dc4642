import { priceLists } from '#contract/prices/price-lists.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { createPriceList, type PriceListInput } from '#server/prices/save-price-list.ts'
import { deleteRow } from '#server/resource/table.ts'
import { type UnitsOfRows, unitsOfRows } from '../lookup/row-units-of-files.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { partyNames, productNames, usualPlaces } from './look-ups.ts'
import { numberedBook } from './numbered-book.ts'

/** Price lists with their prices and their customers; a list that exists is left as it is. */
export const priceListImport: ImportRules = {
  schema: priceLists.input,
  groupBy: ['name'],
  rowsOf: 'items',
  order: 'ordered',
  open: openPriceLists,
  undo: (context, { id }) => deleteRow(context, 'price_lists', id),
}

async function openPriceLists(context: Context): Promise<ImportBook> {
  const [customers, products, units, places, stored] = await Promise.all([
    partyNames(context, 'customer'),
    productNames(context),
    unitsOfRows(context),
    usualPlaces(context),
    context.db.selectFrom('price_lists').select(['id', 'name']).execute(),
  ])
  return {
    ...numberedBook(
      'name',
      stored.map((row) => [row.id, row.name] as const),
    ),
    resolve: { ...places.resolve, customer_id: customers.find, product_id: products.find },
    bodyOf: (rows) => bodyOf(rows, places.usual.currency_id, units.of),
    create: async (again, body: PriceListInput) => [
      { resource: 'price_list', id: await createPriceList(again, body), before: null },
    ],
  }
}

/** A row without a product names one more customer. */
function bodyOf(rows: readonly ImportBody[], currency_id: number, unitOf: UnitsOfRows['of']): ImportBody {
  const [first = {}] = rows
  const { name, name_en, audience, branch_id, prices_include_tax, starts_on, ends_on, status } = first
  const members = rows.flatMap((row) => (row.customer_id === undefined ? [] : [{ customer_id: row.customer_id }]))
  const isPriced = (row: ImportBody) => row.customer_id === undefined || row.product_id !== undefined
  return {
    name,
    currency_id: first.currency_id ?? currency_id,
    audience,
    status: status ?? 'active',
    ...sentFields({ name_en, prices_include_tax, starts_on, ends_on }),
    ...(audience === 'branch' && sentFields({ branch_id })),
    ...(audience === 'customers' && { customers: members }),
    items: rows.filter(isPriced).map(({ from_quantity, price, percent_off, ...row }) => ({
      product_id: row.product_id,
      ...unitOf(row),
      ...sentFields({ from_quantity, price, percent_off }),
    })),
  }
}
