import { z } from 'zod'
import { setOffs } from '#contract/documents/set-offs.ts'
import { purchases, sales } from '#contract/documents/sides.ts'
import { positiveAmount } from '#contract/fields/decimal.ts'
import { code } from '#contract/fields/text.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { isDissolved } from '#server/payments/dissolve-reversal.ts'
import { createSetOff } from '#server/setoffs/save-set-off.ts'
import { voidSetOff } from '#server/setoffs/void-set-off.ts'
import type { ImportBody, ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { partyNames, usualPlaces } from '../kinds/look-ups.ts'
import { numberedBook } from '../kinds/numbered-book.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { releaseNumber } from '../lookup/release-number.ts'

const settled = z
  .array(z.object({ document_number: z.int({ error: () => 'unknown_reference' }), amount: positiveAmount }))
  .min(1, 'too_few_rows')
const schema = setOffs.input.extend({ set_off_number: code, receivables: settled, payables: settled })

/** Set-offs, each of the rows that share its number: invoices of a customer and bills of the same company as a supplier. */
export const setOffImport: ImportRules = {
  schema,
  groupBy: ['set_off_number'],
  rowsOf: 'receivables',
  order: 'alone',
  open: openSetOffs,
  undo: async (context, { id }) => {
    const stored = await context.db.selectFrom('set_offs').select('entry_id').where('id', '=', id).executeTakeFirst()
    if (!(await isDissolved(context, [stored?.entry_id ?? null]))) await voidSetOff(context, id)
    releaseNumber(context, 'set_offs', id)
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
      .map(({ document_number, amount }) => ({
        document_number: documents.find(String(document_number), kinds),
        amount,
      }))
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
        ...places.usual,
        ...sentFields({ currency_id, branch_id, notes }),
        set_off_number,
        set_off_date,
        customer_id,
        supplier_id,
        receivables: side(rows, 'receivable', sales.openKinds),
        payables: side(rows, 'payable', purchases.openKinds),
      }
    },
    create: async (again, { set_off_number, receivables, payables, ...body }: z.output<typeof schema>) => {
      const input = { ...body, receivables: referred(receivables), payables: referred(payables) }
      return [{ resource: 'set_off', id: await createSetOff(again, input, set_off_number), before: null }]
    },
  }
}

const referred = (rows: z.output<typeof settled>) =>
  rows.map(({ document_number: reference_id, amount }) => ({ reference_id, amount }))
