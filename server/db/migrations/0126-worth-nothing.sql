-- The last hundredths of a cheap currency may be worth nothing in ours: they are settled, given back or given up without an
-- entry, as goods without value move without one.
ALTER TABLE allocations ALTER COLUMN entry_id DROP NOT NULL,
  ADD CONSTRAINT allocations_posted CHECK (entry_id IS NOT NULL OR (relief_base = 0 AND source_base = 0));
ALTER TABLE write_offs ALTER COLUMN entry_id DROP NOT NULL,
  ADD CONSTRAINT write_offs_posted CHECK (entry_id IS NOT NULL OR amount_base = 0);
ALTER TABLE refunds ALTER COLUMN entry_id DROP NOT NULL,
  ADD CONSTRAINT refunds_posted CHECK (entry_id IS NOT NULL OR (amount_base = 0 AND source_base = 0));
