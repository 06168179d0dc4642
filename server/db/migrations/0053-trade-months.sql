-- What was sold and bought by party and by product, month by month: kept at the commit of whatever posts, corrects or voids
-- a document, so that a year of it is read from a few thousand rows.
CREATE TABLE trade_parties (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  kind text NOT NULL,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  party_id bigint NOT NULL,
  branch_id bigint NOT NULL,
  net balance_amount NOT NULL,
  tax balance_amount NOT NULL,
  cost balance_amount NOT NULL,
  line_count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, month, party_id, branch_id)
) WITH (fillfactor = 70);
CREATE TABLE trade_products (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  kind text NOT NULL,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  product_id bigint NOT NULL,
  branch_id bigint NOT NULL,
  quantity signed_quantity NOT NULL,
  -- The part of it whose goods came back.
  returned signed_quantity NOT NULL,
  net balance_amount NOT NULL,
  tax balance_amount NOT NULL,
  cost balance_amount NOT NULL,
  line_count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, month, product_id, branch_id)
) WITH (fillfactor = 70);
-- Rows that a correction took off a posted document, until its transaction ends: then what they were counted as goes.
CREATE TABLE trade_undone (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  document_id bigint NOT NULL,
  line_number integer NOT NULL,
  product_id bigint NOT NULL,
  quantity item_quantity NOT NULL,
  is_return boolean NOT NULL,
  tax_share money_amount NOT NULL,
  net_base money_amount NOT NULL,
  cost_base money_amount NOT NULL,
  PRIMARY KEY (organization_id, document_id, line_number)
);

-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines NO FORCE ROW LEVEL SECURITY;
-- Each row with its part of the document's tax in base currency: what its share adds to the sum so far, rounded.
CREATE TEMPORARY TABLE traded AS
  SELECT document.organization_id, document.kind, date_trunc('month', document.document_date)::date AS month, document.party_id, document.branch_id,
    line.product_id, line.quantity, CASE WHEN line.is_return THEN line.quantity ELSE 0 END AS returned, line.net_base AS net,
    round(sum(line.tax_share) OVER upto * document.exchange_rate, 2) - round((sum(line.tax_share) OVER upto - line.tax_share) * document.exchange_rate, 2) AS tax,
    line.cost_base AS cost
  FROM documents AS document JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
  WHERE document.state = 'posted' AND document.kind IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit')
  WINDOW upto AS (PARTITION BY document.organization_id, document.id ORDER BY line.line_number);
INSERT INTO trade_parties
  SELECT organization_id, kind, month, party_id, branch_id, sum(net), sum(tax), sum(cost), count(*) FROM traded GROUP BY 1, 2, 3, 4, 5;
INSERT INTO trade_products
  SELECT organization_id, kind, month, product_id, branch_id, sum(quantity), sum(returned), sum(net), sum(tax), sum(cost), count(*) FROM traded GROUP BY 1, 2, 3, 4, 5;
DROP TABLE traded;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines FORCE ROW LEVEL SECURITY;

ALTER TABLE trade_parties ENABLE ROW LEVEL SECURITY;
ALTER TABLE trade_parties FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON trade_parties
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE trade_products ENABLE ROW LEVEL SECURITY;
ALTER TABLE trade_products FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON trade_products
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE trade_undone ENABLE ROW LEVEL SECURITY;
ALTER TABLE trade_undone FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON trade_undone
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);

CREATE FUNCTION undo_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trade_undone (organization_id, document_id, line_number, product_id, quantity, is_return, tax_share, net_base, cost_base)
  SELECT OLD.organization_id, OLD.document_id, OLD.line_number, OLD.product_id, OLD.quantity, OLD.is_return, OLD.tax_share, OLD.net_base, OLD.cost_base
  FROM documents WHERE organization_id = OLD.organization_id AND id = OLD.document_id AND state = 'posted'
    AND kind IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit');
  RETURN NULL;
END $$;
CREATE TRIGGER document_line_undone AFTER UPDATE OR DELETE ON document_lines
  FOR EACH ROW WHEN (OLD.xmin <> pg_current_xact_id()::xid) EXECUTE FUNCTION undo_trade();

-- From the rows a document had before the transaction, as what it was then, to those it has now, as what it is now.
CREATE FUNCTION keep_trade(organization bigint, document bigint, kind_of text,
  was_posted boolean, day_before date, branch_before bigint, party_before bigint, rate_before numeric,
  is_posted boolean, day_after date, branch_after bigint, party_after bigint, rate_after numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH rows AS (
    SELECT false AS is_after, line_number, product_id, quantity, is_return, tax_share, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND xmin <> pg_current_xact_id()::xid AND was_posted
    UNION ALL
    SELECT false, line_number, product_id, quantity, is_return, tax_share, net_base, cost_base FROM trade_undone
    WHERE organization_id = organization AND document_id = document AND was_posted
    UNION ALL
    SELECT true, line_number, product_id, quantity, is_return, tax_share, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND is_posted),
  rated AS (
    SELECT *, CASE WHEN is_after THEN rate_after ELSE rate_before END AS rate, CASE WHEN is_after THEN 1 ELSE -1 END AS way,
      sum(tax_share) OVER (PARTITION BY is_after ORDER BY line_number) AS upto FROM rows),
  moved AS MATERIALIZED (
    SELECT date_trunc('month', CASE WHEN is_after THEN day_after ELSE day_before END)::date AS month,
      CASE WHEN is_after THEN branch_after ELSE branch_before END AS branch, CASE WHEN is_after THEN party_after ELSE party_before END AS party,
      product_id, way * quantity AS quantity, CASE WHEN is_return THEN way * quantity ELSE 0 END AS returned, way * net_base AS net,
      way * (round(upto * rate, 2) - round((upto - tax_share) * rate, 2)) AS tax, way * cost_base AS cost, way AS line_count
    FROM rated),
  parties AS (
    INSERT INTO trade_parties AS kept (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
    SELECT organization, kind_of, moved.month, moved.party, moved.branch, sum(moved.net), sum(moved.tax), sum(moved.cost), sum(moved.line_count)
    FROM moved GROUP BY moved.month, moved.party, moved.branch ORDER BY 3, 4, 5
    ON CONFLICT (organization_id, kind, month, party_id, branch_id) DO UPDATE SET net = kept.net + excluded.net, tax = kept.tax + excluded.tax, cost = kept.cost + excluded.cost,
      line_count = kept.line_count + excluded.line_count)
  INSERT INTO trade_products AS kept (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT organization, kind_of, moved.month, moved.product_id, moved.branch, sum(moved.quantity), sum(moved.returned), sum(moved.net), sum(moved.tax), sum(moved.cost),
    sum(moved.line_count)
  FROM moved GROUP BY moved.month, moved.product_id, moved.branch ORDER BY 3, 4, 5
  ON CONFLICT (organization_id, kind, month, product_id, branch_id) DO UPDATE SET quantity = kept.quantity + excluded.quantity,
    returned = kept.returned + excluded.returned, net = kept.net + excluded.net, tax = kept.tax + excluded.tax, cost = kept.cost + excluded.cost, line_count = kept.line_count + excluded.line_count;
  DELETE FROM trade_undone WHERE organization_id = organization AND document_id = document;
END $$;

-- At the commit and once a row, as the counts are (0051).
CREATE FUNCTION keep_document_trade() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  document bigint := coalesce(NEW.id, OLD.id);
  kind_of text := coalesce(NEW.kind, OLD.kind);
  now_is record;
BEGIN
  IF kind_of NOT IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit') THEN RETURN NULL; END IF;
  SELECT state, document_date, branch_id, party_id, exchange_rate INTO now_is FROM documents WHERE organization_id = organization AND id = document;
  IF (OLD.state = 'posted' OR now_is.state = 'posted')
    AND ((OLD.state, OLD.document_date, OLD.branch_id, OLD.party_id, OLD.exchange_rate) IS DISTINCT FROM
        (now_is.state, now_is.document_date, now_is.branch_id, now_is.party_id, now_is.exchange_rate)
      OR EXISTS (SELECT 1 FROM trade_undone WHERE organization_id = organization AND document_id = document))
  THEN
    PERFORM keep_trade(organization, document, kind_of,
      coalesce(OLD.state = 'posted', false), OLD.document_date, OLD.branch_id, OLD.party_id, OLD.exchange_rate,
      coalesce(now_is.state = 'posted', false), now_is.document_date, now_is.branch_id, now_is.party_id, now_is.exchange_rate);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER document_traded AFTER INSERT ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_document_trade();
CREATE CONSTRAINT TRIGGER document_traded_again AFTER UPDATE OR DELETE ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.xmin <> pg_current_xact_id()::xid) EXECUTE FUNCTION keep_document_trade();

-- Documents of one side by their tax, zero rows of the VAT return, and its rows in the order they are listed.
DROP INDEX documents_by_tax;
CREATE INDEX documents_by_tax ON documents (organization_id, tax_id, kind);
CREATE INDEX document_taxes_at_zero ON document_taxes (organization_id, document_id) WHERE category = 'O';
DROP INDEX tax_entries_by_date;
CREATE INDEX tax_entries_by_date ON tax_entries (organization_id, tax_date, entry_id, line_number) INCLUDE (box);
-- What was invoiced over some days is summed from the index alone.
DROP INDEX documents_by_date;
CREATE INDEX documents_by_date ON documents (organization_id, kind, document_date, id) INCLUDE (status, party_id, total_base);
