import type { z } from 'zod'
import { setOffs } from '#contract/documents/set-offs.ts'
import { purchases, sales } from '#contract/documents/sides.ts'
import { code } from '#contract/fields/text.ts'
import type { Context } from '#server/core/context.ts'
import { createSetOff, voidSetOff } from '#server/setoffs/save-set-off.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { said } from './journal-import.ts'
import { partyNames, usualPlaces } from './look-ups.ts'
import { numberedBook } from './numbered-book.ts'

const schema = setOffs.input.extend({ set_off_number: code })

/** Set-offs, each of the rows that share its number: invoices of a customer and bills of the same company as a supplier. */
export const setOffImport: ImportRules = {
  schema,
  groupBy: ['set_off_number'],
  rowsOf: 'receivables',
  order: 'alone',
  open: openSetOffs,
  undo: async (context, { id }) => {
    await voidSetOff(context, id)
    await releaseNumber(context, 'set_offs', id)
  },
}

async function openSetOffs(context: Context): Promise<ImportBook> {
  const [customers, suppliers, places, stored] = await Promise.all([
    partyNames(context, 'customer'),
    partyNames(context, 'supplier'),
    usualPlaces(context),
    context.db.selectFrom('set_offs').select(['id', 'number']).where('state', '!=', 'void').execute(),
  ])
  const documents = namedDocuments({
    kinds: [...sales.openKinds, ...purchases.openKinds],
    columns: ['document_number'],
    parties: [
      { column: 'customer_id', find: customers.find },
      { column: 'supplier_id', find: suppliers.find },
    ],
  })
  const side = (rows: readonly ImportBody[], of: 'receivable' | 'payable', kinds: readonly string[]) =>
    rows
      .filter(({ document_side }) => document_side === of)
      .map(({ document_number, amount }) => ({ reference_id: documents.find(String(document_number), kinds), amount }))
  return {
    ...numberedBook(
      'set_off_number',
      stored.map((row) => [row.id, row.number] as const),
    ),
    resolve: { ...places.resolve, customer_id: customers.find, supplier_id: suppliers.find },
    prepare: documents.prepare,
    bodyOf: (rows) => {
      const [first = {}] = rows
      const { set_off_number, set_off_date, customer_id, supplier_id, notes, currency_id, branch_id } = first
      return {
        ...{ ...places.usual, ...said({ currency_id, branch_id, notes }) },
        ...{ set_off_number, set_off_date, customer_id, supplier_id },
        receivables: side(rows, 'receivable', sales.openKinds),
        payables: side(rows, 'payable', purchases.openKinds),
      }
    },
    create: async (again, { set_off_number, ...body }: z.output<typeof schema>) => [
      { resource: 'set_off', id: await createSetOff(again, body, set_off_number), before: null },
    ],
  }
}
