-- Purchase orders that are placed again and again.
ALTER TABLE recurring_records DROP CONSTRAINT recurring_records_kind_check,
  ADD CONSTRAINT recurring_records_kind_check CHECK (kind IN ('invoice', 'bill', 'journal_entry', 'purchase_order'));
