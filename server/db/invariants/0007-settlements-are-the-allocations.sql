-- The settled amount of a document equals its allocations, the used amount of a note its applications and refunds, and the
-- status follows from what of it is not retained (I07, I08, B2).
WITH uses AS (
  SELECT organization_id, document_id AS id, amount, carrying_base AS base FROM allocations
  UNION ALL
  SELECT organization_id, note_id, amount, source_base FROM allocations WHERE note_id IS NOT NULL
  UNION ALL
  SELECT organization_id, note_id, amount, source_base FROM refunds WHERE note_id IS NOT NULL AND state = 'posted')
SELECT document.organization_id, document.id, document.status, document.settled, sum(uses.amount) AS used
FROM documents AS document
LEFT JOIN uses ON uses.organization_id = document.organization_id AND uses.id = document.id
GROUP BY document.organization_id, document.id, document.status, document.settled, document.settled_base, document.state, document.total, document.party_kind, document.retained
HAVING document.settled::numeric <> coalesce(sum(uses.amount), 0)
  OR document.settled_base::numeric <> coalesce(sum(uses.base), 0)
  OR document.status <> CASE document.state WHEN 'draft' THEN 'draft' WHEN 'void' THEN 'void' ELSE CASE
    WHEN document.settled::numeric - document.retained = document.total::numeric THEN 'paid'
    WHEN document.settled::numeric - document.retained > 0 THEN 'partially_paid'
    WHEN document.party_kind = 'supplier' THEN 'sent' ELSE 'confirmed' END END
