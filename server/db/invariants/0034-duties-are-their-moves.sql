-- The goods of a declaration bear its duty, and the capitalized part moved into stock; a void declaration leaves nothing.
SELECT document.organization_id, document.id, document.subtotal, line.duty, line.stock_duty, moved.value
FROM documents AS document
LEFT JOIN LATERAL (SELECT sum(duty) AS duty, sum(stock_duty) AS stock_duty FROM customs_declaration_lines
  WHERE organization_id = document.organization_id AND document_id = document.id) AS line ON true
LEFT JOIN LATERAL (SELECT sum(quantity) AS quantity, sum(value) AS value FROM stock_moves
  WHERE organization_id = document.organization_id AND document_id = document.id) AS moved ON true
WHERE document.kind = 'customs_declaration' AND (document.subtotal::numeric <> coalesce(line.duty, 0) OR coalesce(moved.quantity, 0) <> 0
  OR coalesce(moved.value, 0) <> CASE document.state WHEN 'void' THEN 0 ELSE coalesce(line.stock_duty, 0) END)
