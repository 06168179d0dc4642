-- What is taken of a row of an order is the sum of its links, and never more than it has. The links of a document are the rows that it
-- has now, and none where it is void or gone; those of a sales order likewise.
SELECT line.organization_id, line.id, 'taken' AS of, line.taken::numeric AS stored, coalesce(sum(link.quantity), 0) AS computed
FROM order_lines AS line
LEFT JOIN order_links AS link ON link.organization_id = line.organization_id AND link.order_line_id = line.id
GROUP BY line.organization_id, line.id, line.taken, line.quantity
HAVING line.taken::numeric <> coalesce(sum(link.quantity), 0) OR line.taken::numeric > line.quantity::numeric
UNION ALL
SELECT organization_id, order_line_id, 'taker', sum(linked), sum(written)
FROM (
  SELECT organization_id, order_line_id, document_id AS taker, 'document' AS kind, taker_line, quantity::numeric AS linked, 0::numeric AS written
  FROM order_links WHERE document_id IS NOT NULL
  UNION ALL
  SELECT organization_id, order_line_id, taker_order_id, 'order', taker_line, quantity::numeric, 0 FROM order_links WHERE taker_order_id IS NOT NULL
  UNION ALL
  SELECT row.organization_id, row.order_line_id, row.document_id, 'document', row.line_number, 0, row.quantity::numeric
  FROM document_lines AS row
  JOIN documents AS document ON document.organization_id = row.organization_id AND document.id = row.document_id
  WHERE row.order_line_id IS NOT NULL AND document.state <> 'void'
  UNION ALL
  SELECT organization_id, source_line_id, order_id, 'order', line_number, 0, quantity::numeric FROM order_lines WHERE source_line_id IS NOT NULL) AS taking
GROUP BY organization_id, order_line_id, taker, kind, taker_line
HAVING sum(linked) <> sum(written)
