import { customsDeclarations } from '#contract/documents/customs.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { saveDeclaration } from '#server/customs/save-declaration.ts'
import { voidDeclaration } from '#server/customs/void-declaration.ts'
import type { ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { partyNames, productNames, usualPlaces } from '../kinds/look-ups.ts'
import { numberedBook } from '../kinds/numbered-book.ts'
import { namedDocuments, numbersIn } from '../lookup/named-documents.ts'
import { releaseNumber } from '../lookup/release-number.ts'

/** Customs declarations with the goods that bear their duty. */
export const customsImport: ImportRules = {
  schema: customsDeclarations.input,
  groupBy: ['declaration_number', 'supplier_id'],
  rowsOf: 'lines',
  order: 'alone',
  open: openDeclarations,
  undo: async (context, { id }) => {
    await voidDeclaration(context, id)
    releaseNumber(context, 'documents', id)
  },
}

async function openDeclarations(context: Context): Promise<ImportBook> {
  const [suppliers, products, places, stored] = await Promise.all([
    partyNames(context, 'supplier'),
    productNames(context),
    usualPlaces(context),
    context.db
      .selectFrom('documents')
      .select(['id', 'number', 'party_id'])
      .where('kind', '=', 'customs_declaration')
      .where('state', '!=', 'void')
      .execute(),
  ])
  const bills = namedDocuments({ kinds: ['bill'], columns: ['bill_numbers'] })
  return {
    ...numberedBook(
      'declaration_number',
      stored.map((row) => [row.id, row.number, row.party_id] as const),
      ({ supplier_id }) => supplier_id,
    ),
    resolve: { branch_id: places.resolve.branch_id, supplier_id: suppliers.find, product_id: products.find },
    prepare: bills.prepare,
    bodyOf: (rows) => {
      const [first = {}] = rows
      const { declaration_number, declaration_date, due_date, supplier_id, branch_id } = first
      const { customs_value, duty, vat_base, vat, bill_numbers, notes } = first
      const named = numbersIn(bill_numbers as string | undefined)
      return {
        declaration_number,
        declaration_date,
        due_date: due_date ?? declaration_date,
        supplier_id,
        branch_id: branch_id ?? places.usual.branch_id,
        ...sentFields({ customs_value, duty, vat_base, vat, notes }),
        ...(named.length > 0 && { bill_ids: named.map((number) => bills.find(number) ?? null) }),
        lines: rows
          .filter(({ product_id }) => product_id !== undefined)
          .map(({ product_id, quantity, value }) => ({ product_id, quantity, value })),
      }
    },
    create: async (again, body) => [
      { resource: 'customs_declaration', id: (await saveDeclaration(again, null, body)).id, before: null },
    ],
  }
}
