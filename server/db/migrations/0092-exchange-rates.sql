-- What a currency was worth from a day on: a document of an earlier month is posted at the rate of its day (ledger.md 2.1-9).
-- Before the first of these days, and where there is none, the rate kept with the currency holds.
CREATE TABLE exchange_rates (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  currency_id bigint NOT NULL REFERENCES currencies (id),
  valid_on date NOT NULL,
  rate exchange_rate NOT NULL,
  created_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, currency_id, valid_on)
);
ALTER TABLE exchange_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE exchange_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON exchange_rates
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
