-- What is retained of a document is what its moves say, in both currencies; and on every day the accounts of what is retained, by document, are the
-- allocations of these moves (accounting rule 2.1-16). The control account holds the rest (I05, I22, I23).
SELECT document.organization_id, document.id, NULL::date AS day, document.retained::numeric AS amount, moved.amount AS other
FROM documents AS document
LEFT JOIN LATERAL (
  SELECT sum(CASE kind WHEN 'kept' THEN amount ELSE -amount END) AS amount, sum(CASE kind WHEN 'kept' THEN amount_base ELSE -amount_base END) AS base,
    sum(amount) FILTER (WHERE kind = 'kept') AS kept
  FROM retention_moves AS move
  WHERE move.organization_id = document.organization_id AND move.document_id = document.id AND move.state = 'posted') AS moved ON true
WHERE document.retained::numeric <> coalesce(moved.amount, 0) OR document.retained_base::numeric <> coalesce(moved.base, 0)
  OR (document.state = 'posted' AND document.retention::numeric <> coalesce(moved.kept, 0))
UNION ALL
-- A move that is not taken back has the amount of its allocations; one that is has none.
SELECT move.organization_id, move.id, move.move_date, move.amount::numeric, sum(allocation.amount)
FROM retention_moves AS move
LEFT JOIN allocations AS allocation ON allocation.organization_id = move.organization_id AND allocation.retention_move_id = move.id
GROUP BY move.organization_id, move.id, move.move_date, move.amount, move.amount_base, move.kind, move.state
HAVING coalesce(sum(allocation.amount), 0) <> CASE move.state WHEN 'void' THEN 0 ELSE CASE move.kind WHEN 'kept' THEN move.amount::numeric ELSE -move.amount END END
  OR coalesce(sum(allocation.carrying_base), 0) <> CASE move.state WHEN 'void' THEN 0
    ELSE CASE move.kind WHEN 'kept' THEN move.amount_base::numeric ELSE -move.amount_base END END
UNION ALL
SELECT organization_id, document_id, day, kept.amount, held.amount
FROM (
  SELECT organization_id, document_id, allocation_date AS day, sum(carrying_base) AS amount FROM allocations
  WHERE retention_move_id IS NOT NULL GROUP BY 1, 2, 3) AS kept
FULL JOIN (
  SELECT line.organization_id, line.document_id, line.entry_date AS day,
    sum(CASE account.role WHEN 'RETENTION_REC' THEN line.debit - line.credit ELSE line.credit - line.debit END) AS amount
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE account.role IN ('RETENTION_REC', 'RETENTION_PAY') GROUP BY 1, 2, 3) AS held USING (organization_id, document_id, day)
WHERE coalesce(kept.amount, 0) <> coalesce(held.amount, 0)
