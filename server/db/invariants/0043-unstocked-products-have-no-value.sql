-- A product that is no longer stocked has neither quantity nor value (accounting rule V54): no sale would issue it, and no
-- return restores it.
SELECT item.organization_id, item.product_id, item.quantity, item.value
FROM stock_items AS item
JOIN products AS product ON product.organization_id = item.organization_id AND product.id = item.product_id
JOIN product_types AS type ON type.id = product.product_type_id
WHERE (product.unlimited_quantity OR type.key = 'service') AND (item.quantity <> 0 OR item.value <> 0)
