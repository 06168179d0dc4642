import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { createDocument } from '#server/documents/save-document.ts'
import { removeDocument } from '#server/documents/void-document.ts'
import { readFigure } from '../values/figures.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { said } from './journal-import.ts'
import { costCenterNames, partyNames, productNames, usualPlaces } from './look-ups.ts'
import { nameIndex } from './name-index.ts'
import { numberedBook } from './numbered-book.ts'

/** Invoices or bills with their rows; posted as when they are saved. */
export const documentImport = (side: Side): ImportRules => ({
  schema: documents[side.document].input,
  groupBy: [side.numberField, side.partyField],
  rowsOf: 'items',
  order: 'turns',
  open: (context) => openDocuments(context, side),
  undo: (context, { id }) => removeDocument(context, side, id),
})

async function openDocuments(context: Context, side: Side): Promise<ImportBook> {
  const { db } = context
  const [parties, products, centers, places, taxes, stored] = await Promise.all([
    partyNames(context, side.party),
    productNames(context),
    costCenterNames(context),
    usualPlaces(context),
    db
      .selectFrom('taxes')
      .select(['id', 'rate', 'name', 'name_en', 'reverse_charge'])
      .where('status', '=', 'active')
      .orderBy('id')
      .execute(),
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
  const taxNames = nameIndex(taxes.map((tax) => [tax.id, tax.name, tax.name_en] as const))
  const ofRate = (rate: string) => taxes.find((tax) => !tax.reverse_charge && decimal(tax.rate).eq(decimal(rate)))?.id
  const taxOf: TaxOf = (said) => {
    const named = taxes.find(({ id }) => `${taxMark}${id}` === said)
    const rate = named ? (named.reverse_charge ? '0' : named.rate) : String(said ?? '0')
    return { rate, id: named?.id ?? ofRate(rate) }
  }
  return {
    ...numberedBook(side.numberField, numbers, (body) => (isSupplier ? body[side.partyField] : '')),
    resolve: {
      ...places.resolve,
      ...{ [side.partyField]: parties.find, product_id: products.find, cost_center_id: centers.find },
      tax_rate: (cell) => readFigure(cell) ?? markOf(taxNames.find(cell)),
    },
    bodyOf: (rows) => bodyOf(side, rows, places.usual, taxOf),
    create: async (again, body) => {
      const { data } = await createDocument(again, side, body)
      return [{ resource: side.document, id: (data as { id: number }).id, before: null }]
    },
  }
}

/** A rate as it is written, or a tax that a cell names. */
type TaxOf = (said: unknown) => { rate: string; id: number | undefined }
const taxMark = 'tax '
const markOf = (id: number | undefined): string | undefined => (id === undefined ? undefined : `${taxMark}${id}`)

/** The tax of the first row is that of the document; a row of another rate names its own. */
function bodyOf(side: Side, rows: readonly ImportBody[], usual: ImportBody, taxOf: TaxOf): ImportBody {
  const [first = {}] = rows
  const { currency_id, branch_id, due_date } = first
  const date = first[side.dateField]
  const { id: tax_id } = taxOf(first.tax_rate)
  return {
    ...{ ...usual, ...said({ currency_id, branch_id }) },
    ...{ [side.numberField]: first[side.numberField], [side.dateField]: date, due_date: due_date ?? date },
    ...{ [side.partyField]: first[side.partyField], status: side.postedStatus, tax_id },
    ...said({ discount_amount: first.document_discount_amount, discount_percent: first.document_discount_percent }),
    prices_include_tax: first.prices_include_tax,
    items: rows.map(
      ({ product_id, product_name, quantity, price, tax_rate, discount_amount, discount_percent, cost_center_id }) => ({
        ...{ product_id, quantity, price, tax_rate: taxOf(tax_rate).rate },
        ...said({
          product_name,
          discount_amount,
          discount_percent,
          cost_center_id,
          ...(taxOf(tax_rate).id !== tax_id && { tax_id: taxOf(tax_rate).id }),
        }),
      }),
    ),
  }
}
