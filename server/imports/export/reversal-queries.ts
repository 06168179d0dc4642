import { sql } from 'kysely'
import { join, type KindQuery, ownEntry, paymentEntry, reversedLater } from './query.ts'
import { creditSourceKind, ofSide } from './settlement-queries.ts'

/** What was reversed on a later day than its own, in the order of the reversals. */
export const reversalsQuery: KindQuery = (organization) => sql`
  SELECT reversal_date, reversed_kind, source_kind, source_number, customer_id, supplier_id, document_number, made_on, amount, reason, posting_order
  FROM (${payments(organization)} UNION ALL ${allocations(organization)} UNION ALL ${refunds(organization)}
    UNION ALL ${writeOffs(organization)} UNION ALL ${setOffs(organization)}) AS reversed ORDER BY posting_order, reversed_kind, made_on`

/** The day, the reason and the place of the reversal of the record's own entry. */
const laterReversal = (organization: number, entry = ownEntry) =>
  sql`CROSS JOIN LATERAL (SELECT reversal.entry_date, reversal.id ${reversedLater(organization, entry)} ORDER BY reversal.id LIMIT 1) AS later`

const payments: KindQuery = (organization) => sql`
  SELECT own.reversal_date, 'payment' AS reversed_kind, 'payment' AS source_kind, own.number AS source_number, ${ofSide},
    NULL AS document_number, own.payment_date AS made_on, own.amount::numeric AS amount, own.reversal_reason AS reason, later.id AS posting_order
  FROM payments AS own
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
  ${laterReversal(organization, paymentEntry)}
  WHERE own.organization_id = ${organization} AND own.state = 'void'`

/** An allocation that was reversed alone: not together with its payment, whose entries have reversals. */
const allocations: KindQuery = (organization) => sql`
  SELECT back.allocation_date, 'allocation', ${creditSourceKind}, coalesce(payment.number, credit.number), ${ofSide}, document.number,
    min(own.allocation_date), sum(own.amount), NULL, min(coalesce(back.entry_id, 0))
  FROM allocations AS back
  JOIN allocations AS own ON own.organization_id = ${organization} AND own.id = back.reverses_id AND own.reverses_id IS NULL
  JOIN documents AS document ON document.organization_id = ${organization} AND document.id = back.document_id
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = document.party_id
  ${join(organization, 'payments', 'payment', 'back.payment_id')}
  ${join(organization, 'documents', 'credit', 'back.note_id')}
  LEFT JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.id = back.entry_id
  LEFT JOIN allocations AS again ON again.organization_id = ${organization} AND again.reverses_id = back.id
  LEFT JOIN allocations AS gone ON gone.organization_id = ${organization} AND gone.reverses_id = again.id
  WHERE back.organization_id = ${organization} AND back.allocation_date > own.allocation_date AND entry.reverses_id IS NULL
    AND (gone.id IS NULL OR gone.allocation_date > own.allocation_date)
    AND (payment.state = 'posted' OR payment.reversal_date > payment.payment_date OR credit.state = 'posted')
  GROUP BY back.allocation_date, payment.id, payment.number, credit.kind, credit.number, party.kind, party.tax_number, party.name, document.number, back.entry_id`

const refunds: KindQuery = (organization) => sql`
  SELECT later.entry_date, 'refund', ${creditSourceKind}, coalesce(payment.number, credit.number), ${ofSide}, NULL, own.refund_date, own.amount, NULL, later.id
  FROM refunds AS own
  ${join(organization, 'payments', 'payment', 'own.payment_id')}
  ${join(organization, 'documents', 'credit', 'own.note_id')}
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = coalesce(payment.party_id, credit.party_id)
  ${laterReversal(organization)}
  WHERE own.organization_id = ${organization} AND own.state = 'void'`

const writeOffs: KindQuery = (organization) => sql`
  SELECT later.entry_date, 'write_off', NULL, NULL, ${ofSide}, document.number, own.write_off_date, own.amount, NULL, later.id
  FROM write_offs AS own
  JOIN documents AS document ON document.organization_id = ${organization} AND document.id = own.document_id
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = document.party_id
  ${laterReversal(organization)}
  WHERE own.organization_id = ${organization} AND own.state = 'void'`

const setOffs: KindQuery = (organization) => sql`
  SELECT later.entry_date, 'set_off', NULL, own.number, ${ofSide}, NULL, own.set_off_date, own.amount, NULL, later.id
  FROM set_offs AS own
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.customer_id
  ${laterReversal(organization)}
  WHERE own.organization_id = ${organization} AND own.state = 'void'`
