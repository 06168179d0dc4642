-- What was issued is still on paper: each posted or void invoice and bill that the log of activity saw made or confirmed has a paper, each
-- stamp the one of its attempt.
-- Notes and vouchers that came with an import have none, so nothing can be said of theirs.
SELECT issued.organization_id, issued.kind, issued.id, issued.attempt
FROM (
  SELECT organization_id, kind, id, 0 AS attempt FROM documents AS document
  WHERE state IN ('posted', 'void') AND kind IN ('invoice', 'advance_invoice', 'bill')
    AND EXISTS (
      SELECT FROM audit_log AS logged
      WHERE logged.organization_id = document.organization_id AND logged.resource = document.kind AND logged.resource_id = document.id
        AND logged.action ~ '^POST /[a-z-]+(/:id/confirm)?$')
  UNION ALL
  SELECT document.organization_id, document.kind, document.id, stamped.attempt
  FROM e_documents AS stamped
  JOIN documents AS document ON document.organization_id = stamped.organization_id AND document.id = stamped.document_id) AS issued
WHERE NOT EXISTS (
  SELECT FROM issued_papers AS paper
  WHERE paper.organization_id = issued.organization_id AND paper.kind = issued.kind AND paper.record_id = issued.id AND paper.attempt = issued.attempt)
ORDER BY 1, 2, 3
