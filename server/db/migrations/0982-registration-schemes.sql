-- The kind of a seller's registration number (BR-KSA-08), and what a certificate request says of a seller.
ALTER TABLE organizations ADD COLUMN registration_scheme text, ADD COLUMN short_address text, ADD COLUMN industry text, ADD COLUMN member_tin text,
  ADD CONSTRAINT organizations_registration_scheme CHECK (registration_scheme IN ('CRN', 'MOM', 'MLS', '700', 'SAG', 'OTH'));
ALTER TABLE branches ADD COLUMN registration_scheme text, ADD COLUMN short_address text,
  ADD CONSTRAINT branches_registration_scheme CHECK (registration_scheme IN ('CRN', 'MOM', 'MLS', '700', 'SAG', 'OTH'));

-- Only a number of ten digits can be a commercial registration; the kind of another one is asked for.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
UPDATE organizations SET registration_scheme = 'CRN' WHERE commercial_registration ~ '^[0-9]{10}$';
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
ALTER TABLE branches NO FORCE ROW LEVEL SECURITY;
UPDATE branches SET registration_scheme = 'CRN' WHERE commercial_registration ~ '^[0-9]{10}$';
ALTER TABLE branches FORCE ROW LEVEL SECURITY;
