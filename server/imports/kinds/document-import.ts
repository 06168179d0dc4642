import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { createDocument } from '#server/documents/save-document.ts'
import { removeDocument } from '#server/documents/void-document.ts'
import { type TaxOf, taxWords } from '../values/tax-words.ts'
import { compareWithFile, foreignRate, type MadeDocument } from './compare-with-file.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { said } from './journal-import.ts'
import { costCenterNames, partyNames, productNames, usualPlaces } from './look-ups.ts'
import { nameIndex } from './name-index.ts'
import { numberedBook } from './numbered-book.ts'

/** Invoices or bills with their rows; posted as when they are saved. */
export const documentImport = (side: Side): ImportRules => ({
  schema: documents[side.document].input,
  groupBy: [side.numberField, side.partyField, side.dateField, 'status'],
  rowsOf: 'items',
  order: 'turns',
  open: (context) => openDocuments(context, side),
  undo: (context, { id }) => removeDocument(context, side, id),
})

async function openDocuments(context: Context, side: Side): Promise<ImportBook> {
  const { db } = context
  const [parties, products, centers, places, storedTaxes, stored] = await Promise.all([
    partyNames(context, side.party),
    productNames(context),
    costCenterNames(context),
    usualPlaces(context),
    db
      .selectFrom('taxes')
      .select(['id', 'rate', 'name', 'name_en', 'reverse_charge', 'treatment'])
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
  const taxNames = nameIndex(storedTaxes.map((tax) => [tax.id, tax.name, tax.name_en] as const))
  const taxes = taxWords(storedTaxes, taxNames.find)
  return {
    ...numberedBook(side.numberField, numbers, (body) => (isSupplier ? body[side.partyField] : '')),
    resolve: {
      ...places.resolve,
      ...{ [side.partyField]: parties.find, product_id: products.find, cost_center_id: centers.find },
      tax_rate: taxes.find,
    },
    bodyOf: (rows) => bodyOf(side, rows, places.usual, taxes.taxOf),
    create: async (again, body, file) => {
      const { data } = await createDocument(again, side, body)
      const made = data as MadeDocument
      compareWithFile(made, file, places.usual)
      return [{ resource: side.document, id: made.id, before: null }]
    },
  }
}

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
    ...said({ exchange_rate: foreignRate(first, usual) }),
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
