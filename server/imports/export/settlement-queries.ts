import { sql } from 'kysely'
import { firstEntry, join, type KindQuery, lasted, lasting, partyName, paymentEntry, rateOfForeign } from './query.ts'

/** It was made with the payment itself; others are made later, and are a kind of their own. */
const withPayment = (organization: number) => sql`
  CASE WHEN allocation.entry_id IS NULL THEN allocation.allocation_date = payment.payment_date
  ELSE (SELECT entry.kind <> 'allocation' FROM journal_entries AS entry WHERE entry.organization_id = ${organization} AND entry.id = allocation.entry_id) END`

export const paymentsQuery =
  (kind: 'income' | 'expense', field: string): KindQuery =>
  (organization) =>
    sql`
    SELECT own.number AS payment_number, own.payment_date, ${partyName()} AS ${sql.id(field)}, method.name AS payment_method_id, own.amount,
      settled.number AS reference_id, settled.amount AS reference_amount, own.notes, currency.code AS currency_id, branch.name AS branch_id,
      ${rateOfForeign(organization)} AS exchange_rate,
      CASE WHEN currency.id <> (SELECT currency_id FROM organizations WHERE organization_id = ${organization}) THEN own.amount_base END AS amount_base,
      nullif(own.fee, 0) AS fee, nullif(own.fee_tax, 0) AS fee_tax, trim_scale(CASE WHEN own.withholding_rate > 0 OR own.withholding_type IS NOT NULL THEN own.withholding_rate::numeric END) AS withholding_rate,
      own.withholding_type, own.withholding_certificate, own.withholding_borne,
      ${firstEntry(organization, sql`own.kind || '_payment'`)} AS posting_order
    FROM payments AS own
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
    JOIN currencies AS currency ON currency.id = own.currency_id
    ${join(organization, 'payment_methods', 'method', 'own.payment_method_id')}
    ${join(organization, 'branches', 'branch', 'own.branch_id')}
    LEFT JOIN LATERAL (
      SELECT document.number, sum(allocation.amount) AS amount FROM allocations AS allocation
      JOIN payments AS payment ON payment.organization_id = ${organization} AND payment.id = allocation.payment_id
      JOIN documents AS document ON document.organization_id = ${organization} AND document.id = allocation.document_id
      WHERE allocation.organization_id = ${organization} AND allocation.payment_id = own.id AND ${lasting(organization)} AND ${withPayment(organization)}
      GROUP BY document.id, document.number) AS settled ON true
    WHERE own.organization_id = ${organization} AND own.kind = ${kind} AND ${lasted(organization, paymentEntry)} ORDER BY posting_order, own.id`

/** The side of a party, in the column that is for it. */
export const ofSide = sql`CASE WHEN party.kind = 'customer' THEN ${partyName()} END AS customer_id, CASE WHEN party.kind = 'supplier' THEN ${partyName()} END AS supplier_id`
export const creditSourceKind = sql`CASE WHEN payment.id IS NOT NULL THEN 'payment' WHEN credit.kind LIKE 'opening%' THEN 'opening' ELSE 'note' END`

export const allocationsQuery: KindQuery = (organization) => sql`
  SELECT allocation.allocation_date, ${creditSourceKind} AS source_kind, coalesce(payment.number, credit.number) AS source_number, ${ofSide},
    document.number AS document_number, allocation.amount, coalesce(allocation.entry_id, 0) AS posting_order
  FROM allocations AS allocation
  JOIN documents AS document ON document.organization_id = ${organization} AND document.id = allocation.document_id
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = document.party_id
  ${join(organization, 'payments', 'payment', 'allocation.payment_id')}
  ${join(organization, 'documents', 'credit', 'allocation.note_id')}
  WHERE allocation.organization_id = ${organization} AND ${lasting(organization)}
    AND coalesce(credit.state, 'posted') = 'posted'
    AND ((payment.id IS NOT NULL AND NOT ${withPayment(organization)}) OR (credit.id IS NOT NULL AND allocation.entry_id IS DISTINCT FROM credit.entry_id))
  ORDER BY posting_order, allocation.id`

export const refundsQuery: KindQuery = (organization) => sql`
  SELECT own.refund_date, ${creditSourceKind} AS source_kind, coalesce(payment.number, credit.number) AS source_number, ${ofSide}, own.amount,
    method.name AS payment_method_id, account.number AS account_id, own.notes, coalesce(own.entry_id, 0) AS posting_order,
    CASE WHEN method.id IS NOT NULL AND own.exchange_rate <> 1 THEN trim_scale(own.exchange_rate::numeric) END AS exchange_rate,
    CASE WHEN method.id IS NOT NULL AND own.exchange_rate <> 1 THEN own.amount_base END AS amount_base
  FROM refunds AS own
  ${join(organization, 'payments', 'payment', 'own.payment_id')}
  ${join(organization, 'documents', 'credit', 'own.note_id')}
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = coalesce(payment.party_id, credit.party_id)
  ${join(organization, 'payment_methods', 'method', 'own.payment_method_id')}
  ${join(organization, 'accounts', 'account', 'own.account_id')}
  WHERE own.organization_id = ${organization} AND ${lasted(organization)} ORDER BY posting_order, own.id`

/** Small differences are written off with their receipt there, and by a record of their own here: the account says it. */
export const writeOffsQuery: KindQuery = (organization) => sql`
  SELECT own.write_off_date, ${ofSide}, document.number AS document_number, own.amount, coalesce(own.reason, '-') AS reason,
    CASE WHEN account.role = CASE party.kind WHEN 'customer' THEN 'BAD_DEBT' ELSE 'ROUNDING' END THEN NULL ELSE account.number END AS account_id,
    coalesce(own.entry_id, 0) AS posting_order
  FROM write_offs AS own
  JOIN documents AS document ON document.organization_id = ${organization} AND document.id = own.document_id
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = document.party_id
  ${join(organization, 'accounts', 'account', 'own.account_id')}
  WHERE own.organization_id = ${organization} AND ${lasted(organization)} ORDER BY posting_order, own.id`

/** Releases that were not taken back. */
export const retentionReleasesQuery: KindQuery = (organization) => sql`
  SELECT own.move_date AS release_date, ${ofSide}, document.number AS document_number, own.amount, own.reason, coalesce(own.entry_id, 0) AS posting_order
  FROM retention_moves AS own
  JOIN documents AS document ON document.organization_id = ${organization} AND document.id = own.document_id
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = document.party_id
  WHERE own.organization_id = ${organization} AND own.kind = 'released' AND own.state = 'posted' ORDER BY posting_order, own.id`

export const setOffsQuery: KindQuery = (organization) => sql`
  SELECT own.number AS set_off_number, own.set_off_date, ${partyName('customer')} AS customer_id, ${partyName('supplier')} AS supplier_id,
    CASE document.party_kind WHEN 'customer' THEN 'receivable' ELSE 'payable' END AS document_side, document.number AS document_number, allocation.amount,
    own.notes, currency.code AS currency_id, branch.name AS branch_id, ${firstEntry(organization, sql`'set_off'`)} AS posting_order
  FROM set_offs AS own
  JOIN allocations AS allocation ON allocation.organization_id = ${organization} AND allocation.set_off_id = own.id
  JOIN documents AS document ON document.organization_id = ${organization} AND document.id = allocation.document_id
  JOIN parties AS customer ON customer.organization_id = ${organization} AND customer.id = own.customer_id
  JOIN parties AS supplier ON supplier.organization_id = ${organization} AND supplier.id = own.supplier_id
  JOIN currencies AS currency ON currency.id = own.currency_id
  ${join(organization, 'branches', 'branch', 'own.branch_id')}
  WHERE own.organization_id = ${organization} AND ${lasted(organization)} AND ${lasting(organization)} ORDER BY posting_order, own.id, allocation.id`
