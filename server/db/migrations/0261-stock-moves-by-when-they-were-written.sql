-- What moved on past days only since a time, from the index alone.
DROP INDEX stock_moves_by_date;
CREATE INDEX stock_moves_by_date ON stock_moves (organization_id, product_id, move_date, created_at) INCLUDE (quantity, value);
