-- What a place has is the sum of its moves: the rows of transfers that are not void, and the moves of counts, documents and goods notes of it. Each chain of
-- moves is consistent.
SELECT stock.organization_id, stock.product_id, stock.place_id::text AS what, stock.quantity::numeric AS held, coalesce(sum(move.quantity), 0) AS other
FROM place_stocks AS stock
LEFT JOIN place_moves AS move ON move.organization_id = stock.organization_id AND move.product_id = stock.product_id AND move.place_id = stock.place_id
GROUP BY stock.organization_id, stock.product_id, stock.place_id, stock.quantity, stock.last_sequence, stock.last_move_date
HAVING stock.quantity::numeric <> coalesce(sum(move.quantity), 0) OR stock.last_sequence <> coalesce(max(move.sequence), 0)
  OR stock.last_move_date IS DISTINCT FROM max(move.move_date)
UNION ALL
SELECT organization_id, product_id, 'move ' || sequence || ' of ' || place_id, quantity_after, running FROM (
  SELECT organization_id, product_id, place_id, sequence, quantity_after, sum(quantity) OVER chain AS running
  FROM place_moves WINDOW chain AS (PARTITION BY organization_id, product_id, place_id ORDER BY sequence)) AS chained
WHERE quantity_after::numeric <> running
UNION ALL
SELECT organization_id, product_id, 'transfer ' || stock_transfer_id || ' at ' || place_id, said.quantity, moved.quantity
FROM (
  SELECT line.organization_id, line.stock_transfer_id, line.product_id, change.place_id, sum(change.sign * line.quantity) AS quantity
  FROM stock_transfer_lines AS line
  JOIN stock_transfers AS transfer ON transfer.organization_id = line.organization_id AND transfer.id = line.stock_transfer_id
  CROSS JOIN LATERAL (VALUES (transfer.from_place_id, -1), (transfer.to_place_id, 1)) AS change (place_id, sign)
  JOIN places AS place ON place.organization_id = line.organization_id AND place.id = change.place_id AND NOT place.is_main
  WHERE transfer.state <> 'void' GROUP BY 1, 2, 3, 4) AS said
FULL JOIN (
  SELECT organization_id, stock_transfer_id, product_id, place_id, sum(quantity) AS quantity
  FROM place_moves WHERE stock_transfer_id IS NOT NULL GROUP BY 1, 2, 3, 4) AS moved USING (organization_id, stock_transfer_id, product_id, place_id)
WHERE coalesce(said.quantity, 0) <> coalesce(moved.quantity, 0)
UNION ALL
-- Counts, documents and goods notes of a place change it by what they change of the pool; what a correction moved elsewhere came back.
SELECT organization_id, product_id, 'record ' || record, said.quantity, moved.quantity
FROM (
  SELECT move.organization_id, move.product_id, concat_ws(' ', 'count ' || move.stock_count_id, 'note ' || move.goods_note_id, 'document ' || move.document_id) AS record,
    place.id AS place_id, sum(move.quantity) AS quantity
  FROM stock_moves AS move
  LEFT JOIN stock_counts AS count ON count.organization_id = move.organization_id AND count.id = move.stock_count_id
  LEFT JOIN goods_notes AS note ON note.organization_id = move.organization_id AND note.id = move.goods_note_id
  LEFT JOIN documents AS document ON document.organization_id = move.organization_id AND document.id = move.document_id
  JOIN places AS place ON place.organization_id = move.organization_id AND place.id = coalesce(count.place_id, note.place_id, document.place_id) AND NOT place.is_main
  GROUP BY 1, 2, 3, 4 HAVING sum(move.quantity) <> 0) AS said
FULL JOIN (
  SELECT placed.organization_id, placed.product_id, concat_ws(' ', 'count ' || move.stock_count_id, 'note ' || move.goods_note_id, 'document ' || move.document_id) AS record,
    placed.place_id, sum(placed.quantity) AS quantity
  FROM place_moves AS placed
  JOIN stock_moves AS move ON move.organization_id = placed.organization_id AND move.product_id = placed.product_id AND move.sequence = placed.stock_sequence
    AND move.quantity::numeric = placed.quantity::numeric AND move.move_date = placed.move_date
  WHERE placed.stock_sequence IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(placed.quantity) <> 0) AS moved
  USING (organization_id, product_id, record, place_id)
WHERE coalesce(said.quantity, 0) <> coalesce(moved.quantity, 0)
UNION ALL
-- On no day a place has less than nothing; nor has the main one, which has what the others leave of the pool.
SELECT organization_id, product_id, 'place ' || place_id || ' on ' || move_date, running, 0 FROM (
  SELECT organization_id, product_id, place_id, move_date, sum(sum(quantity)) OVER days AS running
  FROM (
    SELECT organization_id, product_id, place_id, move_date, quantity::numeric FROM place_moves
    UNION ALL
    SELECT organization_id, product_id, 0, move_date, -quantity::numeric FROM place_moves
    UNION ALL
    SELECT organization_id, product_id, 0, move_date, quantity::numeric FROM stock_moves AS move
    WHERE EXISTS (SELECT FROM place_moves AS placed WHERE placed.organization_id = move.organization_id AND placed.product_id = move.product_id)
  ) AS changes
  GROUP BY organization_id, product_id, place_id, move_date
  WINDOW days AS (PARTITION BY organization_id, product_id, place_id ORDER BY move_date)) AS by_day
WHERE running < 0
UNION ALL
-- Of what was sent no more is received or given back, and what is whole is no longer on the way.
SELECT sent.organization_id, line.product_id, 'sent with ' || sent.id, line.quantity, coalesce(sum(part.quantity), 0) FROM stock_transfers AS sent
JOIN stock_transfer_lines AS line ON line.organization_id = sent.organization_id AND line.stock_transfer_id = sent.id
LEFT JOIN stock_transfers AS receipt ON receipt.organization_id = sent.organization_id AND receipt.source_transfer_id = sent.id AND receipt.state <> 'void'
LEFT JOIN stock_transfer_lines AS part ON part.organization_id = sent.organization_id AND part.stock_transfer_id = receipt.id AND part.product_id = line.product_id
WHERE sent.target_place_id IS NOT NULL
GROUP BY sent.organization_id, sent.id, sent.state, line.product_id, line.quantity
HAVING coalesce(sum(part.quantity), 0) > line.quantity OR (sent.state = 'posted' AND coalesce(sum(part.quantity), 0) < line.quantity)
  OR (sent.state = 'void' AND coalesce(sum(part.quantity), 0) > 0)
UNION ALL
-- Who has places has one main place.
SELECT organization_id, NULL, 'main places', count(*) FILTER (WHERE is_main), 1 FROM places
GROUP BY organization_id HAVING count(*) FILTER (WHERE is_main) <> 1
