-- What a receipt may fall short of an invoice by, in the books' currency: given up in the same act, and back with the receipt.
ALTER TABLE organizations ADD COLUMN settlement_tolerance money_amount NOT NULL DEFAULT 0.05 CHECK (settlement_tolerance >= 0);
ALTER TABLE write_offs ADD COLUMN payment_id bigint,
  ADD CONSTRAINT write_offs_of_payment FOREIGN KEY (organization_id, payment_id) REFERENCES payments (organization_id, id);
CREATE INDEX write_offs_by_payment ON write_offs (organization_id, payment_id) WHERE payment_id IS NOT NULL;
