-- The value of stock equals the inventory account at every date, and each product's chain of moves is consistent (I06).
WITH moved AS (
  SELECT organization_id, move_date AS day, sum(value) AS value FROM stock_moves GROUP BY 1, 2),
posted AS (
  SELECT line.organization_id, line.entry_date AS day, sum(line.debit - line.credit) AS value
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE account.role = 'INV' GROUP BY 1, 2)
SELECT organization_id, 0 AS product_id, day::text AS what, moved.value, posted.value AS other
FROM moved FULL JOIN posted USING (organization_id, day)
WHERE coalesce(moved.value, 0) <> coalesce(posted.value, 0)
UNION ALL
SELECT item.organization_id, item.product_id, 'item against its moves', item.value, sum(move.value)
FROM stock_items AS item
LEFT JOIN stock_moves AS move ON move.organization_id = item.organization_id AND move.product_id = item.product_id
GROUP BY item.organization_id, item.product_id, item.value, item.quantity
HAVING item.value::numeric <> coalesce(sum(move.value), 0) OR item.quantity::numeric <> coalesce(sum(move.quantity), 0)
UNION ALL
SELECT organization_id, product_id, 'move ' || sequence, value_after, running FROM (
  SELECT organization_id, product_id, sequence, value_after, quantity_after,
    sum(value) OVER chain AS running, sum(quantity) OVER chain AS running_quantity
  FROM stock_moves WINDOW chain AS (PARTITION BY organization_id, product_id ORDER BY sequence)) AS chained
WHERE value_after::numeric <> running OR quantity_after::numeric <> running_quantity
UNION ALL
-- Every move has its item, its entry, and its document or goods note.
SELECT move.organization_id, move.product_id, 'move ' || move.sequence || ' of nothing', move.entry_id, move.document_id
FROM stock_moves AS move
LEFT JOIN stock_items AS item ON item.organization_id = move.organization_id AND item.product_id = move.product_id
LEFT JOIN journal_entries AS entry ON entry.organization_id = move.organization_id AND entry.id = move.entry_id
LEFT JOIN documents AS document ON document.organization_id = move.organization_id AND document.id = move.document_id
LEFT JOIN goods_notes AS note ON note.organization_id = move.organization_id AND note.id = move.goods_note_id
WHERE item.product_id IS NULL OR (move.entry_id IS NOT NULL AND entry.id IS NULL) OR (move.document_id IS NOT NULL AND document.id IS NULL)
  OR (move.kind = 'goods_note' AND note.id IS NULL) OR num_nonnulls(move.document_id, move.stock_count_id, move.goods_note_id, move.landed_cost_id) > 1
UNION ALL
-- On no day quantity or value is negative.
SELECT organization_id, product_id, 'on ' || move_date, worth, running FROM (
  SELECT organization_id, product_id, move_date, sum(sum(quantity)) OVER days AS running, sum(sum(value)) OVER days AS worth
  FROM stock_moves GROUP BY organization_id, product_id, move_date
  WINDOW days AS (PARTITION BY organization_id, product_id ORDER BY move_date)) AS days
WHERE running < 0 OR worth < 0
