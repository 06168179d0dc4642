-- The bytes of papers, e-documents and files are those that were written.
SELECT organization_id, 'paper ' || kind AS what, record_id AS id FROM issued_papers WHERE checksum <> sha256(convert_to(paper::text, 'UTF8'))
UNION ALL
SELECT organization_id, 'e-document', id FROM e_documents WHERE checksum <> sha256(convert_to(xml || qr || coalesce(cleared_xml, '') || coalesce(cleared_qr, ''), 'UTF8'))
UNION ALL
SELECT organization_id, 'attachment', id FROM attachments WHERE checksum <> sha256(content)
UNION ALL
SELECT organization_id, 'file ' || name, NULL FROM stored_files WHERE checksum <> sha256(content)
UNION ALL
SELECT organization_id, 'imported file', import_id FROM import_files WHERE checksum <> sha256(content)
