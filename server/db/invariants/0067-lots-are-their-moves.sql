-- What a place has of a batch or a serial number is the sum of its moves, and each chain of moves is consistent (decision 0258).
SELECT stock.organization_id, stock.product_id, 'lot ' || stock.lot_id || ' at ' || coalesce(stock.place_id, 0) AS what, stock.quantity::numeric AS held,
  coalesce(sum(move.quantity), 0) AS other
FROM lot_stocks AS stock
LEFT JOIN lot_moves AS move ON move.organization_id = stock.organization_id AND move.lot_id = stock.lot_id AND move.place_id IS NOT DISTINCT FROM stock.place_id
GROUP BY stock.organization_id, stock.product_id, stock.lot_id, stock.place_id, stock.quantity, stock.last_sequence, stock.last_move_date
HAVING stock.quantity::numeric <> coalesce(sum(move.quantity), 0) OR stock.last_sequence <> coalesce(max(move.sequence), 0)
  OR stock.last_move_date IS DISTINCT FROM max(move.move_date)
UNION ALL
SELECT organization_id, product_id, 'move ' || sequence || ' of ' || lot_id, quantity_after, running FROM (
  SELECT organization_id, product_id, lot_id, sequence, quantity_after, sum(quantity) OVER chain AS running
  FROM lot_moves WINDOW chain AS (PARTITION BY organization_id, lot_id, place_id ORDER BY sequence)) AS chained
WHERE quantity_after::numeric <> running
UNION ALL
-- Each move of the pool since its product is tracked has lots that come to it, on its day and in its place: so the lots of a place are its stock on every day.
SELECT said.organization_id, said.product_id, 'pool move ' || said.sequence, said.quantity, coalesce(sum(moved.quantity), 0)
FROM (
  SELECT move.organization_id, move.product_id, move.sequence, move.move_date, move.quantity::numeric AS quantity, placed.place_id
  FROM stock_moves AS move
  JOIN products AS product ON product.organization_id = move.organization_id AND product.id = move.product_id AND product.tracking <> 'none'
  LEFT JOIN place_moves AS placed ON placed.organization_id = move.organization_id AND placed.product_id = move.product_id AND placed.stock_sequence = move.sequence
  WHERE move.sequence > product.tracked_after) AS said
LEFT JOIN lot_moves AS moved ON moved.organization_id = said.organization_id AND moved.product_id = said.product_id AND moved.stock_sequence = said.sequence
  AND moved.move_date = said.move_date AND moved.place_id IS NOT DISTINCT FROM said.place_id
GROUP BY said.organization_id, said.product_id, said.sequence, said.quantity
HAVING said.quantity <> coalesce(sum(moved.quantity), 0)
UNION ALL
-- What a transfer brings from place to place, it brings of lots.
SELECT organization_id, product_id, 'transfer ' || stock_transfer_id || ' at ' || place_id, placed.quantity, moved.quantity
FROM (
  SELECT placed.organization_id, placed.product_id, placed.stock_transfer_id, placed.place_id, sum(placed.quantity) AS quantity
  FROM place_moves AS placed
  WHERE placed.stock_transfer_id IS NOT NULL AND EXISTS (SELECT FROM lot_moves AS own WHERE own.organization_id = placed.organization_id
    AND own.stock_transfer_id = placed.stock_transfer_id AND own.product_id = placed.product_id) GROUP BY 1, 2, 3, 4) AS placed
FULL JOIN (
  SELECT organization_id, product_id, stock_transfer_id, place_id, sum(quantity) AS quantity
  FROM lot_moves WHERE stock_transfer_id IS NOT NULL AND place_id IS NOT NULL GROUP BY 1, 2, 3, 4) AS moved
  USING (organization_id, product_id, stock_transfer_id, place_id)
WHERE coalesce(placed.quantity, 0) <> coalesce(moved.quantity, 0)
UNION ALL
-- All lots of a place are what it has: the main one has what the others leave of the pool.
SELECT held.organization_id, held.product_id, 'place ' || held.place_id, held.quantity, coalesce(lots.quantity, 0)
FROM (
  SELECT place.organization_id, place.product_id, place.place_id, place.quantity::numeric AS quantity FROM place_stocks AS place
  UNION ALL
  SELECT item.organization_id, item.product_id, 0, item.quantity - coalesce((SELECT sum(place.quantity) FROM place_stocks AS place
    WHERE place.organization_id = item.organization_id AND place.product_id = item.product_id), 0)
  FROM stock_items AS item) AS held
JOIN products AS product ON product.organization_id = held.organization_id AND product.id = held.product_id AND product.tracking <> 'none'
LEFT JOIN (
  SELECT organization_id, product_id, coalesce(place_id, 0) AS place_id, sum(quantity) AS quantity FROM lot_stocks GROUP BY 1, 2, 3) AS lots
  ON lots.organization_id = held.organization_id AND lots.product_id = held.product_id AND lots.place_id = held.place_id
WHERE held.quantity <> coalesce(lots.quantity, 0)
UNION ALL
-- On no day a place has less than nothing of a lot.
SELECT organization_id, product_id, 'lot ' || lot_id || ' on ' || move_date, running, 0 FROM (
  SELECT organization_id, product_id, lot_id, place_id, move_date, sum(sum(quantity)) OVER days AS running
  FROM lot_moves GROUP BY organization_id, product_id, lot_id, place_id, move_date
  WINDOW days AS (PARTITION BY organization_id, lot_id, place_id ORDER BY move_date)) AS by_day
WHERE running < 0
UNION ALL
-- A serial number is there once.
SELECT organization_id, product_id, 'serial ' || lot_id || ' on ' || move_date, running, 1 FROM (
  SELECT move.organization_id, move.product_id, move.lot_id, move.move_date, sum(sum(move.quantity)) OVER days AS running
  FROM lot_moves AS move
  JOIN products AS product ON product.organization_id = move.organization_id AND product.id = move.product_id AND product.tracking = 'serial'
  GROUP BY move.organization_id, move.product_id, move.lot_id, move.move_date
  WINDOW days AS (PARTITION BY move.organization_id, move.lot_id ORDER BY move.move_date)) AS by_day
WHERE running > 1
UNION ALL
-- What the rows of a record that is posted state is what moved with it.
SELECT organization_id, product_id, 'rows of ' || record || ': ' || number, said.quantity, moved.quantity
FROM (
  SELECT line.organization_id, line.product_id, line.of || ' ' || line.id AS record, stated.number,
    sum(stated.quantity) AS quantity
  FROM (
    SELECT own.organization_id, own.product_id, 'document' AS of, own.document_id AS id, own.lots FROM document_lines AS own
    JOIN documents AS document ON document.organization_id = own.organization_id AND document.id = own.document_id AND document.state = 'posted'
    WHERE own.lots IS NOT NULL
    UNION ALL
    SELECT own.organization_id, own.product_id, 'note', own.goods_note_id, own.lots FROM goods_note_lines AS own
    JOIN goods_notes AS note ON note.organization_id = own.organization_id AND note.id = own.goods_note_id AND note.state = 'posted'
    WHERE own.lots IS NOT NULL) AS line
  CROSS JOIN LATERAL jsonb_to_recordset(line.lots) AS stated (number text, quantity numeric)
  GROUP BY 1, 2, 3, 4) AS said
FULL JOIN (
  SELECT move.organization_id, move.product_id, coalesce('document ' || move.document_id, 'note ' || move.goods_note_id) AS record, lot.number,
    abs(sum(moved.quantity)) AS quantity
  FROM lot_moves AS moved
  JOIN stock_moves AS move ON move.organization_id = moved.organization_id AND move.product_id = moved.product_id AND move.sequence = moved.stock_sequence
    AND num_nonnulls(move.document_id, move.goods_note_id) = 1
  JOIN lots AS lot ON lot.organization_id = moved.organization_id AND lot.id = moved.lot_id
  GROUP BY 1, 2, 3, 4 HAVING sum(moved.quantity) <> 0) AS moved USING (organization_id, product_id, record, number)
WHERE coalesce(said.quantity, 0) <> coalesce(moved.quantity, 0)
