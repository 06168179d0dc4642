-- A part of a row's cost may be spread, and the rest later or over other goods. Products have a weight, of one of their own unit.
ALTER TABLE products ADD COLUMN weight traded_quantity;

DROP INDEX landed_costs_once;
CREATE INDEX landed_costs_by_row ON landed_costs (organization_id, bill_id, line_number) WHERE state = 'posted';

-- The weight of a whole row: six decimals of a product times six of a quantity.
CREATE DOMAIN row_weight AS numeric(30,12) CHECK (VALUE > 0::numeric AND VALUE < '1000000000000000000'::numeric);
ALTER TABLE landed_cost_lines ALTER COLUMN weight TYPE row_weight;
