-- The e-documents of a unit are numbered from one without a gap, each contains the previous hash, and the unit stores the last
-- one (I46).
SELECT document.organization_id, document.unit_id, document.icv, 'chain' AS broken
FROM (
  SELECT organization_id, unit_id, icv, previous_hash,
    row_number() OVER unit AS place, lag(hash, 1, 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==') OVER unit AS hash_before
  FROM e_documents WINDOW unit AS (PARTITION BY organization_id, unit_id ORDER BY icv)) AS document
WHERE document.icv <> document.place OR document.previous_hash <> document.hash_before
UNION ALL
SELECT unit.organization_id, unit.id, unit.counter, 'counter'
FROM e_invoice_units AS unit
LEFT JOIN e_documents AS last ON last.organization_id = unit.organization_id AND last.unit_id = unit.id AND last.icv = unit.counter
WHERE unit.last_hash IS DISTINCT FROM last.hash
  OR EXISTS (SELECT FROM e_documents AS later WHERE later.organization_id = unit.organization_id AND later.unit_id = unit.id AND later.icv > unit.counter)
UNION ALL
-- In phase 2 an issued document has an e-document that is waiting or accepted, and vice versa.
SELECT document.organization_id, document.id, NULL, 'issued without a stamp'
FROM documents AS document
JOIN organizations AS own ON own.organization_id = document.organization_id AND own.e_invoicing_phase = 2
WHERE document.state = 'posted' AND document.is_tax_invoice AND document.issued_at IS NOT NULL
  AND document.posted_at >= (own.e_invoicing_since::timestamp AT TIME ZONE 'Asia/Riyadh')
  AND NOT EXISTS (SELECT FROM e_documents AS stamped WHERE stamped.organization_id = document.organization_id
    AND stamped.document_id = document.id AND stamped.state <> 'rejected')
UNION ALL
SELECT stamped.organization_id, stamped.document_id, stamped.icv, 'stamped but not issued'
FROM e_documents AS stamped
JOIN documents AS document ON document.organization_id = stamped.organization_id AND document.id = stamped.document_id
WHERE stamped.state <> 'rejected' AND (document.issued_at IS NULL OR document.state <> 'posted')
