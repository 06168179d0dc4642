-- A rule of the bank may say the tax that its amounts contain.
ALTER TABLE bank_rules
  ADD COLUMN tax_id bigint,
  ADD CONSTRAINT bank_rules_tax FOREIGN KEY (organization_id, tax_id) REFERENCES taxes (organization_id, id);
