import { type Selectable, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { IssuedPaper } from '#contract/paper/issued-paper.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { type OrganizationHead, organizationOf } from '#server/documents/document-header-sql.ts'
import { settlement } from '#server/documents/read-document.ts'
import { keepPaper, paperOf } from '#server/journal/issued-papers.ts'
import { spelledPayment } from './list-payments.ts'
import { paymentKind } from './payment-kind.ts'
import { closedPayment } from './payment-lock-reason.ts'

/** A payment with the documents it is allocated to, as its form shows them. */
export async function readPayment(context: Context, side: Side, id: number) {
  const row = await paymentRow(context, side, id)
  if (!row) throw new Refusal('not_found')
  return shown(context, side, row)
}

/** The same for a payment just posted: its voucher is stored with it. */
export async function readIssuedPayment(context: Context, side: Side, id: number) {
  const row = await paymentRow(context, side, id)
  if (!row) throw new Refusal('not_found')
  const { organization, party, payment_method, currency, notes, revision } = row
  const names = { organization, party, payment_method, currency, notes }
  return shown(context, side, { ...row, paper: keepPaper(context, { kind: side.payment, id, revision }, names) })
}

async function shown(context: Context, side: Side, { paper, ...written }: PaymentRow) {
  const { notes, ...heads } = paper ?? written
  const row = { ...written, ...(paper && heads), printed: { notes } }
  const refunds = decimal(row.refunded).eq(0) ? [] : await refundsOf(context, { payment_id: row.id })
  return spelledPayment(side, {
    ...row,
    payment_number: row.number,
    remaining: row.state === 'void' ? '0' : text(decimal(row.amount).minus(row.allocated).minus(row.refunded)),
    locked_because: row.state === 'void' ? 'payment_void' : null,
    refunds,
    references: row.references.map(({ number, document_date, ...reference }) => ({
      ...reference,
      ...settlement({ ...reference, state: 'posted' }),
      reference_type: side.document,
      [side.numberField]: number,
      [side.dateField]: document_date,
    })),
  })
}

type NamedRecord = { id: number; name: string; name_en: string | null }
type PaymentRow = Selectable<Database['payments']> & {
  paper: IssuedPaper['voucher'] | null
  closed_period: string | null
  organization: OrganizationHead
  payment_method: NamedRecord
  clearing: { account_id: number; number: string; name: string; name_en: string | null; amount: string } | null
  party: NamedRecord
  currency: Database['currencies']
  references: {
    reference_id: number
    kind: string
    number: string
    document_date: string
    due_date: string
    total: string
    settled: string
    amount: string
  }[]
}

/**
 * The payment with the names of what it refers to, and the sum of its allocations per document, net of reversals.
 * Amounts are text: a JSON number would be a float.
 */
async function paymentRow(context: Context, side: Side, id: number) {
  const { db, session } = context
  const own = session.organization_id
  const named = sql`json_build_object('id', id, 'name', name, 'name_en', name_en)`
  const { rows } = await sql<PaymentRow>`
    SELECT payment.*,
      ${closedPayment(context, side, 'payment')} AS closed_period,
      ${organizationOf(own)} AS organization, ${paperOf(own, sql`${side.payment}`, sql`payment.id`)} AS paper,
      (SELECT ${named} FROM payment_methods WHERE organization_id = ${own} AND id = payment.payment_method_id) AS payment_method,
      ${clearing(own)} AS clearing,
      (SELECT ${named} FROM parties WHERE organization_id = ${own} AND id = payment.party_id) AS party,
      (SELECT to_json(currency) FROM currencies AS currency WHERE currency.id = payment.currency_id) AS currency,
      coalesce((SELECT json_agg(json_build_object('reference_id', document.id, 'kind', document.kind, 'number', document.number,
          'document_date', document.document_date, 'due_date', document.due_date, 'total', document.total::text,
          'settled', document.settled::text, 'amount', live.amount::text) ORDER BY document.due_date, document.id)
        FROM (SELECT document_id, sum(amount) AS amount FROM allocations
          WHERE organization_id = ${own} AND payment_id = payment.id GROUP BY document_id HAVING sum(amount) <> 0) AS live
        JOIN documents AS document ON document.organization_id = ${own} AND document.id = live.document_id), '[]') AS "references"
    FROM payments AS payment
    WHERE payment.organization_id = ${own} AND payment.id = ${id} AND payment.kind = ${paymentKind(side)}`.execute(db)
  return rows[0]
}

/**
 * The amount paid by a method with a clearing account, such as cheques: in both directions they wait for the bank on the account
 * they were booked on. An entry that is still being written takes the account of the method.
 */
const clearing = (
  own: number,
) => sql`(SELECT json_build_object('account_id', account.id, 'number', account.number, 'name', account.name,
    'name_en', account.name_en, 'amount', (payment.amount::numeric - payment.fee - payment.fee_tax - CASE WHEN payment.withholding_borne THEN 0 ELSE payment.withheld END)::text)
  FROM payment_methods AS method
  JOIN accounts AS account ON account.organization_id = ${own} AND account.id = coalesce((SELECT line.account_id
    FROM journal_entries AS entry JOIN journal_lines AS line ON line.organization_id = ${own} AND line.entry_id = entry.id
    WHERE entry.organization_id = ${own} AND entry.source = payment.kind || '_payment' AND entry.source_id = payment.id
      AND entry.source_revision = payment.revision AND entry.kind = CASE payment.kind WHEN 'income' THEN 'receipt' ELSE 'payment' END
      AND line.account_id IN (method.account_id, method.outgoing_account_id) LIMIT 1),
    CASE payment.kind WHEN 'income' THEN method.account_id ELSE method.outgoing_account_id END)
  WHERE method.organization_id = ${own} AND method.id = payment.payment_method_id AND method.outgoing_account_id IS NOT NULL
    AND payment.state <> 'void')`

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

/** The refunds and write-offs of an advance. A refund shows its voucher as issued. */
export async function refundsOf({ db, session }: Context, source: { payment_id: number } | { note_id: number }) {
  const [[column, id]] = Object.entries(source) as [['payment_id' | 'note_id', number]]
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('payment_methods', 'payment_methods.id', 'refunds.payment_method_id')
    .select(['refunds.id', 'refunds.refund_date', 'refunds.amount', 'refunds.notes'])
    .select([
      sql<{ name: string; name_en: string | null } | null>`CASE WHEN payment_methods.id IS NOT NULL
        THEN json_build_object('name', payment_methods.name, 'name_en', payment_methods.name_en) END`.as('method'),
      sql<IssuedPaper['refund'] | null>`${paperOf(session.organization_id, sql`'refund'`, sql`refunds.id`)}`.as(
        'paper',
      ),
    ])
    .where(`refunds.${column}`, '=', id)
    .where('refunds.state', '=', 'posted')
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ paper, ...row }) => ({ ...row, ...paper }))
}
