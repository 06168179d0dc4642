import type { Side } from '#contract/documents/sides.ts'
import { payments } from '#contract/payments.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { isDissolved, paymentEntries } from '#server/payments/dissolve-reversal.ts'
import { paymentKind } from '#server/payments/payment-kind.ts'
import { voidPayment } from '#server/payments/reverse-payment.ts'
import { savePayment } from '#server/payments/save-payment.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import { foreignRate } from './compare-with-file.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { methodNames, partyNames, usualPlaces } from './look-ups.ts'
import { numberedBook } from './numbered-book.ts'

/** Receipts or payments; each row of one names a document it settles. */
export const paymentImport = (side: Side): ImportRules => ({
  schema: payments[side.name].input,
  groupBy: ['payment_number', 'payment_date', side.partyField, 'status'],
  rowsOf: 'references',
  order: 'ordered',
  sumsLast: true,
  open: (context) => openPayments(context, side),
  undo: async (context, { id }) => {
    if (!(await isReversed(context, side, id))) await voidPayment(context, side, id)
    releaseNumber(context, 'payments', id)
  },
})

/** Its package reversed it on a later day, and both are gone. */
async function isReversed(context: Context, side: Side, id: number): Promise<boolean> {
  const stored = await context.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirst()
  return stored?.state === 'void' && isDissolved(context, await paymentEntries(context, side, id))
}

async function openPayments(context: Context, side: Side): Promise<ImportBook> {
  const { db } = context
  const [parties, methods, places, stored] = await Promise.all([
    partyNames(context, side.party),
    methodNames(context),
    usualPlaces(context),
    db
      .selectFrom('payments')
      .select(['id', 'number'])
      .where('kind', '=', paymentKind(side))
      .where('state', '!=', 'void')
      .execute(),
  ])
  const open = namedDocuments({
    kinds: side.openKinds,
    columns: ['reference_id'],
    parties: [{ column: side.partyField, find: parties.find }],
  })
  return {
    ...numberedBook(
      'payment_number',
      stored.map((row) => [row.id, row.number] as const),
    ),
    resolve: {
      ...places.resolve,
      [side.partyField]: parties.find,
      payment_method_id: methods.find,
      reference_id: open.find,
    },
    prepare: open.prepare,
    bodyOf: (rows) => bodyOf(side, rows, places.usual),
    create: async (again, body) => [
      { resource: side.payment, id: (await savePayment(again, side, null, body)).id, before: null },
    ],
  }
}

function bodyOf(side: Side, rows: readonly ImportBody[], usual: ImportBody): ImportBody {
  const [first = {}] = rows
  const { payment_number, payment_date, payment_method_id, amount, currency_id, branch_id } = first
  const { notes, amount_base, fee, fee_tax } = first
  const { withholding_rate, withholding_type, withholding_certificate, withholding_borne } = first
  const settled = rows.filter(({ reference_id }) => reference_id !== undefined)
  return {
    ...usual,
    ...sentFields({ currency_id, branch_id, notes, exchange_rate: foreignRate(first, usual), amount_base }),
    ...sentFields(
      side.name === 'sales'
        ? { fee, fee_tax }
        : { withholding_rate, withholding_type, withholding_certificate, withholding_borne },
    ),
    payment_number,
    payment_date,
    payment_method_id,
    amount,
    [side.partyField]: first[side.partyField],
    references: settled.map(({ reference_id, reference_amount }) => ({
      reference_id,
      amount: reference_amount ?? (settled.length === 1 ? amount : undefined),
    })),
  }
}
