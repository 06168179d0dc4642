-- What is filed here is sent to nobody: the number under which the authority keeps its own filing is written beside it.
ALTER TABLE vat_periods ADD COLUMN authority_reference text CHECK (authority_reference <> '');
GRANT UPDATE (authority_reference) ON vat_periods TO mizan_app;

-- A return that was taken back is kept as it was filed, with who took it back and why.
CREATE TABLE taken_back_returns (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  period_id bigint NOT NULL,
  started_at date NOT NULL,
  ended_at date NOT NULL,
  figures jsonb NOT NULL,
  net signed_amount NOT NULL,
  entry_id bigint,
  authority_reference text,
  filed_at timestamptz NOT NULL,
  filed_by bigint NOT NULL,
  taken_back_at timestamptz NOT NULL,
  taken_back_by bigint NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (organization_id, period_id, filed_at),
  FOREIGN KEY (organization_id, entry_id) REFERENCES journal_entries (organization_id, id)
);
ALTER TABLE taken_back_returns ENABLE ROW LEVEL SECURITY;
ALTER TABLE taken_back_returns FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON taken_back_returns
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON taken_back_returns FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
REVOKE UPDATE, DELETE, TRUNCATE ON taken_back_returns FROM mizan_app;

-- Only what is kept there goes.
CREATE FUNCTION filed_return_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM taken_back_returns WHERE organization_id = OLD.organization_id AND period_id = OLD.id AND filed_at = OLD.filed_at) THEN
    RAISE EXCEPTION 'a filed return is taken back, not deleted' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER filed_return_is_kept BEFORE DELETE ON vat_periods FOR EACH ROW EXECUTE FUNCTION filed_return_is_kept();
GRANT DELETE ON vat_periods TO mizan_app;
