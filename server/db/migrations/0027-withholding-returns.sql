-- Monthly returns of tax withheld from non-residents, yearly statements, and what each payment was for (decision 0244).

-- Filed months and yearly statements, as filed. The id of a month is its last day as a number (20260331), that of a statement its year. Nothing
-- that withholds is posted into a filed month. Only the authority's reference may change.
CREATE TABLE withholding_periods (
  organization_id bigint NOT NULL REFERENCES organizations,
  id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('month', 'year')),
  started_at date NOT NULL,
  ended_at date NOT NULL,
  base signed_amount NOT NULL,
  tax signed_amount NOT NULL,
  -- Each payment with its payee, type, rate, base and tax.
  figures jsonb NOT NULL,
  authority_reference text CHECK (authority_reference <> ''),
  filed_at timestamptz NOT NULL,
  filed_by bigint NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT withholding_periods_days CHECK (started_at <= ended_at)
);
REVOKE UPDATE ON withholding_periods FROM mizan_app;
GRANT UPDATE (authority_reference) ON withholding_periods TO mizan_app;

-- A filing that was taken back, as it was filed, with the person and the reason.
CREATE TABLE taken_back_withholding (
  organization_id bigint NOT NULL REFERENCES organizations,
  period_id bigint NOT NULL,
  kind text NOT NULL,
  started_at date NOT NULL,
  ended_at date NOT NULL,
  base signed_amount NOT NULL,
  tax signed_amount NOT NULL,
  figures jsonb NOT NULL,
  authority_reference text,
  filed_at timestamptz NOT NULL,
  filed_by bigint NOT NULL,
  taken_back_at timestamptz NOT NULL,
  taken_back_by bigint NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (organization_id, period_id, filed_at)
);
REVOKE UPDATE, DELETE ON taken_back_withholding FROM mizan_app;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON taken_back_withholding
  FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();

CREATE FUNCTION filed_withholding_forbid_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM taken_back_withholding WHERE organization_id = OLD.organization_id AND period_id = OLD.id AND filed_at = OLD.filed_at) THEN
    RAISE EXCEPTION 'a filed return is taken back, not deleted' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER filed_withholding_forbid_delete BEFORE DELETE ON withholding_periods FOR EACH ROW EXECUTE FUNCTION filed_withholding_forbid_delete();

-- The first payment that withholds switches the return on.
CREATE FUNCTION withholding_is_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE organizations SET uses_withholding = true WHERE organization_id = NEW.organization_id AND NOT uses_withholding;
  RETURN NULL;
END $$;

CREATE TRIGGER withholding_is_used AFTER INSERT OR UPDATE OF withholding_rate, withholding_type ON payments
  FOR EACH ROW WHEN (NEW.withholding_rate > 0 OR NEW.withholding_type IS NOT NULL) EXECUTE FUNCTION withholding_is_used();
