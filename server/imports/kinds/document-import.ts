import { documents } from '#contract/documents/document-calls.ts'
import { memoNames } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import { spreadNames } from '#contract/documents/spread-fields.ts'
import { lotsInCell } from '#contract/fields/lot-rows.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { createDocument } from '#server/documents/save-document.ts'
import { removeDocument } from '#server/documents/void-document.ts'
import { readFigure } from '#server/reading/values/figures.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import { type UnitsOfRows, unitsOfRows } from '../lookup/row-units-of-files.ts'
import { accountItems, removeItem } from './account-items.ts'
import { chargeRows } from './charge-rows.ts'
import { compareWithFile, foreignRate, type MadeDocument } from './compare-with-file.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { accountNames, costCenterNames, partyNames, productNames, usualPlaces } from './look-ups.ts'
import { numberedBook } from './numbered-book.ts'
import { refuseCreditNote } from './refuse-credit-note.ts'
import { roundedColumn, rowFigures } from './row-figures.ts'
import { type RowTaxes, rowTaxes } from './row-taxes.ts'

/** Invoices or bills with their rows; posted as when they are saved. */
export const documentImport = (side: Side): ImportRules => ({
  schema: documents[side.document].input,
  groupBy: [side.numberField, side.partyField, side.dateField, 'status'],
  rowsOf: 'items',
  order: 'ordered',
  sumsLast: true,
  open: (context) => openDocuments(context, side),
  undo: async (context, { resource, id }) => {
    if (resource === 'product') return removeItem(context, id)
    await removeDocument(context, side, id)
    releaseNumber(context, 'documents', id)
  },
})

async function openDocuments(context: Context, side: Side): Promise<ImportBook> {
  const { db } = context
  const [parties, products, centers, accounts, places, taxes, units, stored] = await Promise.all([
    partyNames(context, side.party),
    productNames(context),
    costCenterNames(context),
    accountNames(context),
    usualPlaces(context),
    rowTaxes(context),
    unitsOfRows(context),
    db
      .selectFrom('documents')
      .select(['id', 'number', 'party_id'])
      .where('kind', '=', side.document)
      .where('state', '!=', 'void')
      .execute(),
  ])
  const isSupplier = side.party === 'supplier'
  const numbers = stored.map(
    (row) => [row.id, row.number, isSupplier ? (row.party_id ?? 0) : undefined] as [number, string | null, number?],
  )
  const deducted = namedDocuments({ kinds: ['advance_invoice'], columns: ['advances'] })
  const costs = costsOfRows(side)
  const items = await accountItems(context, side, { accounts, products })
  const book = numberedBook(side.numberField, numbers, (body) => (isSupplier ? body[side.partyField] : ''))
  return {
    ...book,
    keep: () => {
      for (const one of [book, products]) one.keep()
    },
    drop: () => {
      for (const one of [book, products]) one.drop()
    },
    resolve: {
      ...places.resolve,
      [side.partyField]: parties.find,
      product_id: products.find,
      cost_center_id: centers.find,
      spread_account_id: accounts.find,
      tax_rate: taxes.read,
      account_id: accounts.find,
      charge_product_id: products.find,
      charge_tax_rate: taxes.read,
    },
    createMissing: items.createMissing,
    prepare: deducted.prepare,
    bodyOf: (rows) => {
      refuseCreditNote(rows)
      const hasTotal = rows.some(({ total }) => total !== undefined)
      const own = rows.map((row, index) => ({ ...rowFigures(row, hasTotal), product_id: items.itemOf(row, index) }))
      const body = bodyOf(side, [...own, ...chargeRows(rows)], places.usual, { taxOf: taxes.of, unitOf: units.of })
      costs.remember(body, rows)
      return { ...body, ...advancesOf(rows[0]?.advances, deducted.find) }
    },
    create: async (again, body, file) => {
      const { data } = await createDocument(again, side, costs.on(body))
      const made = data as MadeDocument
      compareWithFile(made, file, places.usual)
      const rounded = file.rows.flatMap((row) => roundedColumn(row) ?? [])[0]
      if (rounded !== undefined) file.note(rounded, 'import_rounded')
      return [{ resource: side.document, id: made.id, before: null }]
    },
  }
}

/** `ADV-1=100; ADV-2=50`: the advance invoices that are deducted, each with its amount before tax. An unknown one is refused by the call. */
function advancesOf(said: unknown, find: (cell: string) => number | undefined): ImportBody {
  if (typeof said !== 'string') return {}
  const advances = said.split(';').map((one) => {
    const [number = '', amount = ''] = one.split('=')
    return { advance_id: find(number) ?? null, amount: readFigure(amount) ?? amount }
  })
  return { advances }
}

/** The cost of goods that the file says of each row: it is history, and not computed again. It is no field of the call. */
function costsOfRows(side: Side) {
  const stated = new Map<string, readonly unknown[]>()
  const keyOf = (body: ImportBody) => `${body[side.partyField]} ${body[side.numberField]}`
  return {
    remember(body: ImportBody, rows: readonly ImportBody[]) {
      if (rows.some(({ row_cost }) => row_cost !== undefined))
        stated.set(
          keyOf(body),
          rows.map(({ row_cost }) => row_cost),
        )
    },
    on(body: ImportBody): ImportBody {
      const costs = stated.get(keyOf(body))
      stated.delete(keyOf(body))
      if (!costs) return body
      const items = body.items as ImportBody[]
      return { ...body, items: items.map((item, index) => ({ ...item, cost: costs[index] })) }
    },
  }
}

/** The tax of the first row is that of the document; a row of another rate names its own. */
type RowRules = { taxOf: RowTaxes['of']; unitOf: UnitsOfRows['of'] }
function bodyOf(side: Side, rows: readonly ImportBody[], usual: ImportBody, { taxOf, unitOf }: RowRules): ImportBody {
  const [first = {}] = rows
  const { currency_id, branch_id, place_id, due_date, audience } = first
  const memos = Object.fromEntries(memoNames.map((name) => [name, first[name]]))
  const retention = Object.fromEntries(retentionNames.map((name) => [name, first[name]]))
  const date = first[side.dateField]
  const { id: tax_id } = taxOf(first.tax_rate)
  return {
    ...usual,
    ...sentFields({ currency_id, branch_id, place_id, audience, ...memos, ...retention }),
    ...sentFields({ exchange_rate: foreignRate(first, usual) }),
    [side.numberField]: first[side.numberField],
    [side.dateField]: date,
    due_date: due_date ?? date,
    [side.partyField]: first[side.partyField],
    status: side.postedStatus,
    tax_id,
    ...sentFields({
      discount_amount: first.document_discount_amount,
      discount_percent: first.document_discount_percent,
    }),
    prices_include_tax: first.prices_include_tax,
    items: rows.map((row) => {
      const { rate, id } = taxOf(row.tax_rate)
      const kept = Object.fromEntries(keptOfRows.map((name) => [name, row[name]]))
      return {
        product_id: row.product_id,
        quantity: row.quantity,
        ...unitOf(row),
        ...sentFields({ lots: lotsInCell(row.lots) }),
        price: row.price,
        tax_rate: rate,
        ...sentFields({ ...kept, ...(id !== tax_id && { tax_id: id }) }),
        ...sentFields({ discount_amount: row.discount_amount, discount_percent: row.discount_percent }),
      }
    }),
  }
}

const retentionNames = ['retention_percent', 'retention_basis', 'retention_release_date'] as const
const keptOfRows = ['product_name', 'cost_center_id', ...spreadNames] as const
