-- Balances of single days beside those of months: what moved on each account, and on each box of the VAT return. A range
-- that begins or ends inside a month reads at most so many days of it and never its lines, whatever the size of the books.
-- Kept by `server/journal/post.ts` in the posting statement, under the organisation's entry counter like the months.
CREATE TABLE day_balances (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  account_id bigint NOT NULL,
  day date NOT NULL,
  branch_id bigint NOT NULL,
  cost_center_id bigint NOT NULL DEFAULT 0,
  currency_id bigint NOT NULL,
  -- 0 business, 1 opening, 2 closing
  kind smallint NOT NULL CHECK (kind IN (0, 1, 2)),
  debit balance_amount NOT NULL,
  credit balance_amount NOT NULL,
  amount_currency balance_amount NOT NULL,
  line_count bigint NOT NULL,
  PRIMARY KEY (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind)
) WITH (fillfactor = 70);

-- Signed as the tax rows are.
CREATE TABLE tax_days (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  day date NOT NULL,
  box text NOT NULL,
  is_adjustment boolean NOT NULL,
  base balance_amount NOT NULL,
  tax balance_amount NOT NULL,
  row_count bigint NOT NULL,
  PRIMARY KEY (organization_id, day, box, is_adjustment)
) WITH (fillfactor = 70);

-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE journal_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tax_entries NO FORCE ROW LEVEL SECURITY;
INSERT INTO day_balances
  SELECT line.organization_id, line.account_id, line.entry_date, line.branch_id, coalesce(line.cost_center_id, 0), line.currency_id,
    CASE entry.kind WHEN 'opening' THEN 1 WHEN 'closing' THEN 2 ELSE 0 END, sum(line.debit), sum(line.credit), sum(line.amount_currency), count(*)
  FROM journal_lines AS line
  JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  GROUP BY 1, 2, 3, 4, 5, 6, 7;
INSERT INTO tax_days
  SELECT organization_id, tax_date, box, is_adjustment, sum(sign * base), sum(sign * tax), count(*) FROM tax_entries GROUP BY 1, 2, 3, 4;
ALTER TABLE journal_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE tax_entries FORCE ROW LEVEL SECURITY;

ALTER TABLE day_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE day_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON day_balances
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE tax_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tax_days
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
