-- On every day, the used part of a payment or note is at most its amount, and a document is settled by at most its total (accounting rule 1.4). A
-- reversed allocation counts until the day of its reversal. A corrected document may have been settled up to its earlier total.
WITH wholes AS (
  SELECT organization_id, 'payment' AS what, id, payment_date AS day, amount::numeric AS amount FROM payments WHERE state = 'posted'
  UNION ALL
  SELECT document.organization_id, 'document', document.id, document.document_date, document.total::numeric FROM documents AS document
  WHERE document.state = 'posted' AND NOT EXISTS (SELECT 1 FROM journal_entries AS entry
    JOIN journal_entries AS reversal ON reversal.organization_id = entry.organization_id AND reversal.reverses_id = entry.id
    WHERE entry.organization_id = document.organization_id AND entry.source = document.kind AND entry.source_id = document.id)),
uses AS (
  SELECT organization_id, document_id, NULL::bigint AS payment_id, allocation_date AS day, amount FROM allocations
  UNION ALL
  SELECT organization_id, note_id, payment_id, allocation_date, amount FROM allocations
  UNION ALL
  SELECT organization_id, note_id, payment_id, refund_date, amount FROM refunds WHERE state = 'posted' OR entry_id IS NOT NULL
  UNION ALL
  SELECT refund.organization_id, refund.note_id, refund.payment_id, reversal.entry_date, -refund.amount
  FROM refunds AS refund
  JOIN journal_entries AS reversal ON reversal.organization_id = refund.organization_id AND reversal.reverses_id = refund.entry_id
  WHERE refund.state = 'void'),
days AS (
  SELECT organization_id, what, id, day, sum(sum(amount)) OVER (PARTITION BY organization_id, what, id ORDER BY day) AS left_over
  FROM (
    SELECT * FROM wholes
    UNION ALL
    SELECT uses.organization_id, own.what, own.id, uses.day, -uses.amount
    FROM uses, LATERAL (VALUES ('payment', uses.payment_id), ('document', uses.document_id)) AS own (what, id) WHERE own.id IS NOT NULL) AS moves
  GROUP BY organization_id, what, id, day)
SELECT days.* FROM days JOIN wholes USING (organization_id, what, id) WHERE days.left_over < 0
