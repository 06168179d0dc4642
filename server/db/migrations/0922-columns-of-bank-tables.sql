-- Which column is which in the tables of a bank account, as a user chose it last.
CREATE TABLE bank_layouts (
  organization_id bigint NOT NULL REFERENCES organizations,
  account_id bigint NOT NULL,
  -- The heads of the table, folded; none for a table without.
  heads jsonb NOT NULL,
  -- The position of each column.
  columns jsonb NOT NULL,
  PRIMARY KEY (organization_id, account_id),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts
);
ALTER TABLE bank_layouts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bank_layouts USING ((organization_id = (current_setting('app.organization_id'::text, true))::bigint)) WITH CHECK ((organization_id = (current_setting('app.organization_id'::text, true))::bigint));
