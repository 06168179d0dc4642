-- Whether the organisation is registered for VAT, as it says itself. NULL: never asked. Who said "not registered" may charge no VAT.
ALTER TABLE organizations
  ADD COLUMN vat_status text,
  ADD CONSTRAINT organizations_vat_status CHECK (vat_status IN ('registered', 'not_registered')),
  ADD CONSTRAINT organizations_vat_number_of_registered CHECK (vat_status IS DISTINCT FROM 'not_registered' OR tax_number IS NULL);
UPDATE organizations SET vat_status = 'registered' WHERE tax_number IS NOT NULL;
