-- A count changed the stock by its lines, and a void one not at all; opening stock came in as entered.
WITH moved AS (
  SELECT organization_id, stock_count_id, product_id, sum(quantity) AS quantity, sum(value) AS value
  FROM stock_moves WHERE stock_count_id IS NOT NULL GROUP BY 1, 2, 3),
said AS (
  SELECT line.organization_id, line.stock_count_id, line.product_id,
    CASE count.state WHEN 'void' THEN 0 ELSE line.counted - line.book_quantity END AS quantity,
    CASE count.state WHEN 'void' THEN 0 ELSE line.value END AS value
  FROM stock_count_lines AS line
  JOIN stock_counts AS count ON count.organization_id = line.organization_id AND count.id = line.stock_count_id)
SELECT organization_id, stock_count_id, product_id, said.quantity, moved.quantity AS moved_quantity, said.value, moved.value AS moved_value
FROM said FULL JOIN moved USING (organization_id, stock_count_id, product_id)
WHERE coalesce(said.quantity, 0) <> coalesce(moved.quantity, 0) OR coalesce(said.value, 0) <> coalesce(moved.value, 0)
UNION ALL
SELECT count.organization_id, count.id, 0, 0, 0, count.value, sum(line.value)
FROM stock_counts AS count
JOIN stock_count_lines AS line ON line.organization_id = count.organization_id AND line.stock_count_id = count.id
GROUP BY count.organization_id, count.id, count.value HAVING count.value::numeric <> sum(line.value)
