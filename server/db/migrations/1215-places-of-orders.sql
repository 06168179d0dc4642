-- The place that an order is delivered from, or received at (decision 0261). Null is the main place, as of documents.
ALTER TABLE orders ADD COLUMN place_id bigint,
  ADD CONSTRAINT orders_place_fkey FOREIGN KEY (organization_id, place_id) REFERENCES places (organization_id, id);
CREATE INDEX orders_by_place ON orders (organization_id, place_id) WHERE place_id IS NOT NULL;
