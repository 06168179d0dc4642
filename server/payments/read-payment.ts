import { sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import { organizationHead, settlement } from '#server/documents/read-document.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { spelledPayment } from './list-payments.ts'
import { paymentKind } from './payment-kind.ts'

/** A payment with the documents it is applied to, as its form shows them. */
export async function readPayment({ db }: Context, side: Side, id: number) {
  const named = ['id', 'name', 'name_en'] as const
  const of = (column: 'payment_method_id' | 'party_id' | 'currency_id') =>
    db.selectFrom('payments').select(column).where('id', '=', id)
  const [row, references, refunds, organization, payment_method, party, currency] = await Promise.all([
    db.selectFrom('payments').selectAll().where('id', '=', id).where('kind', '=', paymentKind(side)).executeTakeFirst(),
    liveAllocations(db, id),
    refundsOf(db, { payment_id: id }),
    organizationHead(db),
    db.selectFrom('payment_methods').select(named).where('id', '=', of('payment_method_id')).executeTakeFirst(),
    db.selectFrom('parties').select(named).where('id', '=', of('party_id')).executeTakeFirst(),
    db.selectFrom('currencies').selectAll().where('id', '=', of('currency_id')).executeTakeFirst(),
  ])
  if (!row) throw new Refusal('not_found')
  return spelledPayment(side, {
    ...row,
    payment_number: row.number,
    remaining: row.state === 'void' ? '0' : text(decimal(row.amount).minus(row.allocated).minus(row.refunded)),
    locked_because: row.state === 'void' ? 'payment_void' : null,
    ...{ refunds, organization, payment_method, party, currency },
    references: references.map(({ number, document_date, ...reference }) => ({
      ...reference,
      ...settlement({ ...reference, state: 'posted' }),
      reference_type: side.document,
      [side.numberField]: number,
      [side.dateField]: document_date,
    })),
  })
}

/** What a payment's allocations come to, document by document, after what was undone. */
export function liveAllocations(db: Context['db'], paymentId: number) {
  return db
    .selectFrom('allocations')
    .innerJoin('documents', 'documents.id', 'allocations.document_id')
    .select([
      'documents.id as reference_id',
      'documents.kind',
      'documents.number',
      'documents.document_date',
      'documents.due_date',
      'documents.total',
      'documents.settled',
    ])
    .select(sql<string>`sum(allocations.amount)`.as('amount'))
    .where('allocations.payment_id', '=', paymentId)
    .groupBy([
      'documents.organization_id',
      'documents.id',
      'documents.kind',
      'documents.number',
      'documents.document_date',
      'documents.due_date',
      'documents.total',
      'documents.settled',
    ])
    .having(sql<boolean>`sum(allocations.amount) <> 0`)
    .orderBy('documents.due_date')
    .orderBy('documents.id')
    .execute()
}

/** The documents that an advance was applied to, and how much each took. */
export function appliedTo(db: Context['db'], { note_id }: { note_id: number }) {
  return db
    .selectFrom('allocations')
    .innerJoin('documents', 'documents.id', 'allocations.document_id')
    .select(['documents.id', 'documents.number', 'documents.kind', 'documents.document_date as date'])
    .select(sql<string>`sum(allocations.amount)`.as('amount'))
    .where('allocations.note_id', '=', note_id)
    .groupBy([
      'documents.organization_id',
      'documents.id',
      'documents.number',
      'documents.kind',
      'documents.document_date',
    ])
    .having(sql<boolean>`sum(allocations.amount) <> 0`)
    .orderBy('documents.id')
    .execute()
}

/** What was given back or given up of an advance. */
export function refundsOf(db: Context['db'], source: { payment_id: number } | { note_id: number }) {
  const [[column, id]] = Object.entries(source) as [['payment_id' | 'note_id', number]]
  return db
    .selectFrom('refunds')
    .leftJoin('payment_methods', 'payment_methods.id', 'refunds.payment_method_id')
    .select(['refunds.id', 'refunds.refund_date', 'refunds.amount', 'refunds.notes', 'payment_methods.name as method'])
    .where(`refunds.${column}`, '=', id)
    .where('refunds.state', '=', 'posted')
    .orderBy('refunds.id')
    .execute()
}
