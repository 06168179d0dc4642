-- What is said of an asset without a posting: that it was seen and where, and for how much of a year it served taxable sales (article 52 of the VAT
-- regulations), with the version of the law that the answer used. Reports of both are for those who read the register.
ALTER TABLE asset_events
  -- Where it was seen.
  ADD COLUMN place text,
  ADD COLUMN use_at_purchase tax_percent,
  ADD COLUMN use_now tax_percent,
  ADD COLUMN law_from date,
  -- What the year adds to the input VAT, or takes off.
  ADD COLUMN adjustment signed_amount,
  DROP CONSTRAINT asset_events_kind_check,
  ADD CONSTRAINT asset_events_kind_check CHECK (kind IN ('acquired', 'revised', 'impaired', 'used', 'transferred', 'seen', 'tax_use', 'disposed',
    'restored', 'cancelled')),
  ADD CONSTRAINT asset_events_tax_use CHECK ((kind = 'tax_use') = (use_now IS NOT NULL) AND (kind = 'tax_use') = (use_at_purchase IS NOT NULL)
    AND (kind = 'tax_use') = (law_from IS NOT NULL) AND (kind = 'tax_use') = (adjustment IS NOT NULL));
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, granted FROM role_permissions
CROSS JOIN (VALUES ('read-report-tax-pools'), ('read-report-vat-adjustments')) AS rights (granted)
WHERE permission = 'read-report-asset-register' ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
