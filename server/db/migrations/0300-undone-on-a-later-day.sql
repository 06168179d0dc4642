-- The last day on which something that settled a document, or was used of an advance, was taken back. Before that day less of it may be
-- left than now, so what is taken of it on a day before is looked at day by day; everything else costs no look.
ALTER TABLE documents ADD COLUMN undone_on date;
ALTER TABLE payments ADD COLUMN undone_on date;

-- Row security binds the owner of the tables too; for this one look at all tenants it does not. Nothing that is counted changes.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE allocations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE refunds NO FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE documents DISABLE TRIGGER USER;
ALTER TABLE payments DISABLE TRIGGER USER;
WITH undone AS (
  SELECT organization_id, document_id, note_id, payment_id, allocation_date AS day FROM allocations WHERE undoes_id IS NOT NULL
  UNION ALL
  SELECT refund.organization_id, NULL, refund.note_id, refund.payment_id, reversal.entry_date FROM refunds AS refund
  JOIN journal_entries AS reversal ON reversal.organization_id = refund.organization_id AND reversal.reverses_id = refund.entry_id),
of_documents AS (
  UPDATE documents SET undone_on = last.day
  FROM (SELECT organization_id, id, max(day) AS day FROM undone, unnest(ARRAY[document_id, note_id]) AS id WHERE id IS NOT NULL GROUP BY 1, 2) AS last
  WHERE documents.organization_id = last.organization_id AND documents.id = last.id)
UPDATE payments SET undone_on = last.day
FROM (SELECT organization_id, payment_id, max(day) AS day FROM undone WHERE payment_id IS NOT NULL GROUP BY 1, 2) AS last
WHERE payments.organization_id = last.organization_id AND payments.id = last.payment_id;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- What a row must hold is asked always (0250), which the others are not.
ALTER TABLE documents ENABLE TRIGGER USER, ENABLE ALWAYS TRIGGER document_holds;
ALTER TABLE payments ENABLE TRIGGER USER, ENABLE ALWAYS TRIGGER payment_holds;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE allocations FORCE ROW LEVEL SECURITY;
ALTER TABLE refunds FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;
