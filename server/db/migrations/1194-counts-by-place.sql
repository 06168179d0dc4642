-- A count is of one place; without one it is of the main place, as counts were before places. Its differences are moves of the pool, and those
-- of another place than the main one change that place by as much.
ALTER TABLE stock_counts ADD COLUMN place_id bigint,
  ADD FOREIGN KEY (organization_id, place_id) REFERENCES places (organization_id, id);
CREATE INDEX stock_counts_by_place ON stock_counts (organization_id, place_id) WHERE place_id IS NOT NULL;

ALTER TABLE place_moves ADD COLUMN stock_sequence bigint,
  ALTER COLUMN stock_transfer_id DROP NOT NULL,
  ADD CONSTRAINT place_moves_of_one CHECK (num_nonnulls(stock_transfer_id, stock_sequence) = 1),
  ADD FOREIGN KEY (organization_id, product_id, stock_sequence) REFERENCES stock_moves (organization_id, product_id, sequence);
CREATE INDEX place_moves_by_stock ON place_moves (organization_id, product_id, stock_sequence) WHERE stock_sequence IS NOT NULL;
