-- What is invoiced, delivered and returned of a row of an order is the sum of its links, and never more than it has. The links of a taker
-- are the rows that it has now, and none where it is void or gone.
SELECT line.organization_id, line.id, 'taken' AS of, line.taken::numeric AS stored, coalesce(sum(link.quantity), 0) AS computed
FROM order_lines AS line
LEFT JOIN order_links AS link ON link.organization_id = line.organization_id AND link.order_line_id = line.id
GROUP BY line.organization_id, line.id, line.taken, line.delivered, line.returned, line.quantity
HAVING line.taken::numeric <> coalesce(sum(link.quantity), 0) OR line.delivered::numeric <> coalesce(sum(link.delivered), 0)
  OR line.returned::numeric <> coalesce(sum(link.returned), 0)
  OR line.taken::numeric + line.returned::numeric > line.quantity::numeric OR line.delivered::numeric > line.quantity::numeric
UNION ALL
SELECT organization_id, order_line_id, 'taker', sum(linked), sum(written)
FROM (
  SELECT organization_id, order_line_id, coalesce(document_id, taker_order_id, goods_note_id) AS taker,
    CASE WHEN document_id IS NOT NULL THEN 'document' WHEN goods_note_id IS NOT NULL THEN 'note' ELSE 'order' END AS kind, taker_line,
    quantity::numeric AS linked, 0::numeric AS written, delivered::numeric AS moved, 0::numeric AS moved_written,
    returned::numeric AS back, 0::numeric AS back_written
  FROM order_links
  UNION ALL
  SELECT row.organization_id, row.order_line_id, row.document_id, 'document', row.line_number,
    0, CASE WHEN row.is_return THEN -row.quantity ELSE row.quantity::numeric END,
    0, CASE WHEN row.goods_line_id IS NOT NULL OR (row.is_return AND NOT row.reopens_order) THEN 0
      WHEN row.is_return THEN -row.quantity ELSE row.quantity::numeric END,
    0, CASE WHEN row.is_return AND NOT row.reopens_order THEN row.quantity::numeric ELSE 0 END
  FROM document_lines AS row
  JOIN documents AS document ON document.organization_id = row.organization_id AND document.id = row.document_id
  WHERE row.order_line_id IS NOT NULL AND document.state <> 'void'
  UNION ALL
  SELECT organization_id, source_line_id, order_id, 'order', line_number, 0, quantity::numeric, 0, 0, 0, 0
  FROM order_lines WHERE source_line_id IS NOT NULL
  UNION ALL
  SELECT row.organization_id, row.order_line_id, row.goods_note_id, 'note', row.line_number, 0, 0,
    0, CASE WHEN row.returned_line_id IS NULL THEN row.quantity::numeric ELSE 0 END,
    0, CASE WHEN row.returned_line_id IS NULL THEN 0 ELSE row.quantity::numeric END
  FROM goods_note_lines AS row
  JOIN goods_notes AS note ON note.organization_id = row.organization_id AND note.id = row.goods_note_id
  WHERE note.state <> 'void') AS taking
GROUP BY organization_id, order_line_id, taker, kind, taker_line
HAVING sum(linked) <> sum(written) OR sum(moved) <> sum(moved_written) OR sum(back) <> sum(back_written)
