-- What was issued is still on paper: each posted or void document, voucher and set-off that the log of activity saw made or confirmed has
-- a paper, each stamp the one of its attempt.
-- What came with an import has none of its own, so nothing can be said of its.
SELECT issued.organization_id, issued.kind, issued.id, issued.attempt
FROM (
  SELECT recorded.organization_id, recorded.kind, recorded.id, 0 AS attempt
  FROM (
    SELECT organization_id, kind, id, state, CASE WHEN kind IN ('credit_note', 'debit_note') THEN 'external_note' END AS logged_as FROM documents
    UNION ALL SELECT organization_id, kind || '_payment', id, state, NULL FROM payments
    UNION ALL SELECT organization_id, 'set_off', id, state, NULL FROM set_offs) AS recorded
  WHERE recorded.state IN ('posted', 'void')
    AND EXISTS (
      SELECT FROM audit_log AS logged
      WHERE logged.organization_id = recorded.organization_id AND logged.resource IN (recorded.kind, recorded.logged_as) AND logged.resource_id = recorded.id
        AND logged.action ~ '^POST /(accounting/)?[a-z-]+(/:id/(confirm|credit-note|debit-note|supplier-credit))?$')
  UNION ALL
  SELECT document.organization_id, document.kind, document.id, stamped.attempt
  FROM e_documents AS stamped
  JOIN documents AS document ON document.organization_id = stamped.organization_id AND document.id = stamped.document_id) AS issued
WHERE NOT EXISTS (
  SELECT FROM issued_papers AS paper
  WHERE paper.organization_id = issued.organization_id AND paper.kind = issued.kind AND paper.record_id = issued.id AND paper.attempt = issued.attempt)
ORDER BY 1, 2, 3
