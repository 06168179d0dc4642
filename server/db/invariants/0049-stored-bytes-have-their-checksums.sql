-- The bytes of papers, e-documents and files are those that were written, and every issued document has its paper.
SELECT organization_id, 'paper ' || kind AS what, record_id AS id FROM issued_papers WHERE checksum <> sha256(convert_to(paper::text, 'UTF8'))
UNION ALL
SELECT organization_id, 'e-document', id FROM e_documents WHERE checksum <> sha256(convert_to(xml || qr, 'UTF8'))
UNION ALL
SELECT organization_id, 'attachment', id FROM attachments WHERE checksum <> sha256(content)
UNION ALL
SELECT organization_id, 'file ' || name, NULL FROM stored_files WHERE checksum <> sha256(content)
UNION ALL
SELECT organization_id, 'imported file', import_id FROM import_files WHERE checksum <> sha256(content)
UNION ALL
SELECT document.organization_id, 'no paper of ' || document.kind, document.id FROM documents AS document
WHERE document.state = 'posted' AND document.kind IN ('invoice', 'advance_invoice', 'credit_note', 'debit_note')
  AND NOT EXISTS (SELECT FROM issued_papers AS issued WHERE issued.organization_id = document.organization_id
    AND issued.kind = document.kind AND issued.record_id = document.id)
