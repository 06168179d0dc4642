-- The quantity of a row in its product's own unit is what it states, times what its unit held then.
WITH rows_in_units AS (
  SELECT 'document_lines' AS of, organization_id, document_id AS id, line_number, product_unit_id, quantity, unit_quantity, unit_content FROM document_lines WHERE product_unit_id IS NOT NULL
  UNION ALL
  SELECT 'order_lines', organization_id, order_id, line_number, product_unit_id, quantity, unit_quantity, unit_content FROM order_lines WHERE product_unit_id IS NOT NULL
  UNION ALL
  SELECT 'goods_note_lines', organization_id, goods_note_id, line_number, product_unit_id, quantity, unit_quantity, unit_content FROM goods_note_lines WHERE product_unit_id IS NOT NULL
  UNION ALL
  SELECT 'stock_transfer_lines', organization_id, stock_transfer_id, line_number, product_unit_id, quantity, unit_quantity, unit_content FROM stock_transfer_lines WHERE product_unit_id IS NOT NULL)
SELECT stated.organization_id, stated.of, stated.id, stated.line_number, stated.quantity, stated.unit_quantity, stated.unit_content
FROM rows_in_units AS stated
WHERE stated.quantity::numeric <> stated.unit_quantity::numeric * stated.unit_content::numeric
UNION ALL
-- The barcodes of units are those that are looked up.
SELECT organization_id, 'product_units', product_unit_id, NULL, NULL, NULL, NULL FROM (
  SELECT organization_id, id AS product_unit_id, product_id, unnest(barcodes) AS barcode FROM product_units
  EXCEPT
  SELECT organization_id, product_unit_id, product_id, barcode FROM product_barcodes) AS missing
