-- How a tax is treated in the VAT return, as its form says it. Null is a zero rate that nobody classified yet: it stays out
-- of every box and is listed beside the return.
ALTER TABLE taxes ADD COLUMN treatment text CHECK (treatment IN
  ('standard', 'zero_rated', 'exports', 'citizens', 'exempt', 'out_of_scope', 'reverse_charge', 'customs', 'non_deductible'));
ALTER TABLE taxes NO FORCE ROW LEVEL SECURITY;
UPDATE taxes SET treatment = CASE
  WHEN reverse_charge THEN 'reverse_charge'
  WHEN purchase_box = '8' THEN 'customs'
  WHEN recoverable_percent = 0 THEN 'non_deductible'
  WHEN category = 'S' THEN 'standard'
  WHEN category = 'E' THEN 'exempt'
  WHEN sale_box = '2' THEN 'citizens'
  WHEN sale_box = '4' THEN 'exports'
  WHEN category = 'Z' THEN 'zero_rated'
  WHEN name = 'خارج النطاق' THEN 'out_of_scope' END;
ALTER TABLE taxes FORCE ROW LEVEL SECURITY;
