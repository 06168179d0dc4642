-- Materialized totals of sales and purchases, so that a year is read from a few thousand rows. Triggers update them at the commit
-- that posts, corrects or voids a document.

-- Sales and purchases per month and party.
CREATE TABLE trade_monthly_by_party (
  organization_id bigint NOT NULL REFERENCES organizations,
  kind text NOT NULL,
  month first_of_month NOT NULL,
  party_id bigint NOT NULL,
  branch_id bigint NOT NULL,
  net balance_amount NOT NULL,
  tax balance_amount NOT NULL,
  cost balance_amount NOT NULL,
  line_count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, month, party_id, branch_id)
) WITH (fillfactor = 70);

-- Sales and purchases per month and product.
CREATE TABLE trade_monthly_by_product (
  organization_id bigint NOT NULL REFERENCES organizations,
  kind text NOT NULL,
  month first_of_month NOT NULL,
  product_id bigint NOT NULL,
  branch_id bigint NOT NULL,
  quantity signed_quantity NOT NULL,
  -- The part whose goods were returned.
  returned signed_quantity NOT NULL,
  net balance_amount NOT NULL,
  tax balance_amount NOT NULL,
  cost balance_amount NOT NULL,
  line_count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, month, product_id, branch_id)
) WITH (fillfactor = 70);

-- Rows that a correction removed from a posted document, until its transaction ends. Then their amounts are subtracted.
CREATE TABLE trade_pending_reversals (
  organization_id bigint NOT NULL REFERENCES organizations,
  document_id bigint NOT NULL,
  line_number integer NOT NULL,
  product_id bigint NOT NULL,
  quantity item_quantity NOT NULL,
  is_return boolean NOT NULL,
  tax_base money_amount NOT NULL,
  net_base money_amount NOT NULL,
  cost_base money_amount NOT NULL,
  PRIMARY KEY (organization_id, document_id, line_number)
);

-- From the rows before the transaction, with the document as it was, to the rows now, with the document as it is. An advance
-- invoice is not a sale, so a credit note on it is in no total.
CREATE FUNCTION update_trade_totals(organization bigint, document bigint, kind_of text, was_posted boolean, day_before date, branch_before bigint, party_before bigint, rate_before numeric, is_posted boolean, day_after date, branch_after bigint, party_after bigint, rate_after numeric)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH rows AS (
    SELECT false AS is_after, line_number, product_id, quantity, is_return, coalesce(tax_base, tax_share) AS tax, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND is_written_before(xmin) AND was_posted
    UNION ALL
    SELECT false, line_number, product_id, quantity, is_return, tax_base, net_base, cost_base FROM trade_pending_reversals
    WHERE organization_id = organization AND document_id = document AND was_posted
    UNION ALL
    SELECT true, line_number, product_id, quantity, is_return, coalesce(tax_base, tax_share) AS tax, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND is_posted),
  change AS MATERIALIZED (
    SELECT date_trunc('month', CASE WHEN is_after THEN day_after ELSE day_before END)::date AS month,
      CASE WHEN is_after THEN branch_after ELSE branch_before END AS branch, CASE WHEN is_after THEN party_after ELSE party_before END AS party,
      product_id, sign * quantity AS quantity, CASE WHEN is_return THEN sign * quantity ELSE 0 END AS returned, sign * net_base AS net,
      sign * tax AS tax, sign * cost_base AS cost, sign AS line_count
    FROM (SELECT *, CASE WHEN is_after THEN 1 ELSE -1 END AS sign FROM rows) AS signed),
  parties AS (
    INSERT INTO trade_monthly_by_party AS total (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
    SELECT organization, kind_of, change.month, change.party, change.branch, sum(change.net), sum(change.tax), sum(change.cost), sum(change.line_count)
    FROM change GROUP BY change.month, change.party, change.branch ORDER BY 3, 4, 5
    ON CONFLICT (organization_id, kind, month, party_id, branch_id) DO UPDATE SET net = total.net + excluded.net, tax = total.tax + excluded.tax, cost = total.cost + excluded.cost,
      line_count = total.line_count + excluded.line_count)
  INSERT INTO trade_monthly_by_product AS total (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT organization, kind_of, change.month, change.product_id, change.branch, sum(change.quantity), sum(change.returned), sum(change.net), sum(change.tax), sum(change.cost),
    sum(change.line_count)
  FROM change GROUP BY change.month, change.product_id, change.branch ORDER BY 3, 4, 5
  ON CONFLICT (organization_id, kind, month, product_id, branch_id) DO UPDATE SET quantity = total.quantity + excluded.quantity,
    returned = total.returned + excluded.returned, net = total.net + excluded.net, tax = total.tax + excluded.tax, cost = total.cost + excluded.cost, line_count = total.line_count + excluded.line_count;
  DELETE FROM trade_pending_reversals WHERE organization_id = organization AND document_id = document;
END $function$;

-- At the commit and once per row, like the counters.
CREATE FUNCTION update_document_trade() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  document bigint := coalesce(NEW.id, OLD.id);
  kind_of text := coalesce(NEW.kind, OLD.kind);
  now_is record;
BEGIN
  IF kind_of NOT IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit') THEN RETURN NULL; END IF;
  IF kind_of = 'credit_note' AND EXISTS (SELECT 1 FROM documents
    WHERE organization_id = organization AND id = coalesce(NEW.reference_id, OLD.reference_id) AND kind = 'advance_invoice') THEN RETURN NULL; END IF;
  SELECT state, document_date, branch_id, party_id, exchange_rate INTO now_is FROM documents WHERE organization_id = organization AND id = document;
  IF (OLD.state = 'posted' OR now_is.state = 'posted')
    AND ((OLD.state, OLD.document_date, OLD.branch_id, OLD.party_id, OLD.exchange_rate) IS DISTINCT FROM
        (now_is.state, now_is.document_date, now_is.branch_id, now_is.party_id, now_is.exchange_rate)
      OR EXISTS (SELECT 1 FROM trade_pending_reversals WHERE organization_id = organization AND document_id = document))
  THEN
    PERFORM update_trade_totals(organization, document, kind_of,
      coalesce(OLD.state = 'posted', false), OLD.document_date, OLD.branch_id, OLD.party_id, OLD.exchange_rate,
      coalesce(now_is.state = 'posted', false), now_is.document_date, now_is.branch_id, now_is.party_id, now_is.exchange_rate);
  END IF;
  RETURN NULL;
END $$;

-- A correction replaces rows of a posted document.
CREATE FUNCTION queue_trade_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trade_pending_reversals (organization_id, document_id, line_number, product_id, quantity, is_return, tax_base, net_base, cost_base)
  SELECT OLD.organization_id, OLD.document_id, OLD.line_number, OLD.product_id, OLD.quantity, OLD.is_return, coalesce(OLD.tax_base, OLD.tax_share), OLD.net_base, OLD.cost_base
  FROM documents AS document WHERE document.organization_id = OLD.organization_id AND document.id = OLD.document_id AND document.state = 'posted'
    AND document.kind IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit')
    AND NOT EXISTS (SELECT 1 FROM documents AS advance WHERE advance.organization_id = document.organization_id
      AND advance.id = document.reference_id AND advance.kind = 'advance_invoice');
  RETURN NULL;
END $$;

CREATE TRIGGER document_line_trade_reversed AFTER DELETE OR UPDATE OF product_id, quantity, is_return, tax_base, tax_share, net_base, cost_base ON document_lines FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION queue_trade_reversal();
CREATE CONSTRAINT TRIGGER document_trade_updated AFTER DELETE OR UPDATE ON documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION update_document_trade();
