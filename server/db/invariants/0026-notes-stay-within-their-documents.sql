-- Notes credit at most their document, and the document stores their sum and number (accounting rule 4.7).
SELECT document.organization_id, document.id, document.credited, document.note_count, sum(note.total) AS credited_by_notes
FROM documents AS document
LEFT JOIN documents AS note ON note.organization_id = document.organization_id AND note.reference_id = document.id AND note.state = 'posted'
GROUP BY document.organization_id, document.id, document.credited, document.note_count
HAVING document.credited::numeric <> coalesce(sum(note.total) FILTER (WHERE note.kind IN ('credit_note', 'supplier_credit')), 0)
  OR document.note_count <> count(note.id)
UNION ALL
SELECT line.organization_id, line.document_id, line.net, 0, sum(credited.net)
FROM document_lines AS line
JOIN documents AS note ON note.organization_id = line.organization_id AND note.reference_id = line.document_id
  AND note.state = 'posted' AND note.kind IN ('credit_note', 'supplier_credit')
JOIN document_lines AS credited ON credited.organization_id = note.organization_id AND credited.document_id = note.id
  AND credited.reference_line = line.line_number
GROUP BY line.organization_id, line.document_id, line.line_number, line.net, line.quantity
HAVING sum(credited.net) > line.net OR sum(credited.quantity) FILTER (WHERE credited.is_return) > line.quantity
