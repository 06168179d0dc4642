-- A row's share of its document's tax in base currency, by largest remainder and in the decimals of that currency (ledger.md
-- 3.2), as the document was posted; null where the share itself is in base currency. Before, it was worked out wherever it was
-- asked for, to two decimals.
ALTER TABLE document_lines ADD COLUMN tax_base money_amount;
ALTER TABLE trade_undone RENAME COLUMN tax_share TO tax_base;

-- Rows of foreign documents get what they were counted with, in the decimals of the base currency; the largest takes what the
-- document's tax has besides. Where that differs from what was counted (a base currency of three decimals, a note that completed
-- its document) the counts move along. Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE trade_parties NO FORCE ROW LEVEL SECURITY;
ALTER TABLE trade_products NO FORCE ROW LEVEL SECURITY;
CREATE TEMPORARY TABLE part AS
  SELECT document.organization_id, document.id, document.kind, date_trunc('month', document.document_date)::date AS month,
    document.party_id, document.branch_id, own.line_number, own.product_id,
    -- What was charged in advance is in no figure of trade.
    document.state = 'posted' AND NOT EXISTS (SELECT FROM documents AS advance WHERE advance.organization_id = document.organization_id
      AND advance.id = document.reference_id AND advance.kind = 'advance_invoice') AS is_counted,
    round(upto.share * document.exchange_rate, 2) - round((upto.share - own.tax_share) * document.exchange_rate, 2) AS counted,
    document.currency_id = organization.currency_id AS is_base,
    CASE WHEN document.currency_id = organization.currency_id THEN own.tax_share
      ELSE round(upto.share * document.exchange_rate, currency.decimals) - round((upto.share - own.tax_share) * document.exchange_rate, currency.decimals)
        + CASE WHEN upto.place = 1 THEN document.tax_base - round(document.tax * document.exchange_rate, currency.decimals) ELSE 0 END END AS tax_base
  FROM documents AS document
  JOIN (SELECT organization_id, document_id, line_number,
      sum(tax_share) OVER (PARTITION BY organization_id, document_id ORDER BY line_number) AS share,
      row_number() OVER (PARTITION BY organization_id, document_id ORDER BY tax_share DESC, line_number) AS place FROM document_lines) AS upto
    ON upto.organization_id = document.organization_id AND upto.document_id = document.id
  JOIN document_lines AS own ON own.organization_id = document.organization_id AND own.document_id = document.id AND own.line_number = upto.line_number
  JOIN organizations AS organization ON organization.organization_id = document.organization_id
  JOIN currencies AS currency ON currency.id = organization.currency_id
  WHERE document.currency_id <> organization.currency_id OR currency.decimals <> 2;
ALTER TABLE document_lines DISABLE TRIGGER document_line_undone;
UPDATE document_lines AS line SET tax_base = part.tax_base FROM part
WHERE NOT part.is_base AND line.organization_id = part.organization_id AND line.document_id = part.id AND line.line_number = part.line_number;
ALTER TABLE document_lines ENABLE TRIGGER document_line_undone;
UPDATE trade_parties AS kept SET tax = kept.tax + changed.by FROM (
  SELECT organization_id, kind, month, party_id, branch_id, sum(tax_base - counted) AS by FROM part
  WHERE is_counted AND tax_base <> counted GROUP BY 1, 2, 3, 4, 5) AS changed
WHERE kept.organization_id = changed.organization_id AND kept.kind = changed.kind AND kept.month = changed.month
  AND kept.party_id = changed.party_id AND kept.branch_id = changed.branch_id;
UPDATE trade_products AS kept SET tax = kept.tax + changed.by FROM (
  SELECT organization_id, kind, month, product_id, branch_id, sum(tax_base - counted) AS by FROM part
  WHERE is_counted AND tax_base <> counted GROUP BY 1, 2, 3, 4, 5) AS changed
WHERE kept.organization_id = changed.organization_id AND kept.kind = changed.kind AND kept.month = changed.month
  AND kept.product_id = changed.product_id AND kept.branch_id = changed.branch_id;
DROP TABLE part;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE trade_parties FORCE ROW LEVEL SECURITY;
ALTER TABLE trade_products FORCE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION undo_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trade_undone (organization_id, document_id, line_number, product_id, quantity, is_return, tax_base, net_base, cost_base)
  SELECT OLD.organization_id, OLD.document_id, OLD.line_number, OLD.product_id, OLD.quantity, OLD.is_return, coalesce(OLD.tax_base, OLD.tax_share), OLD.net_base, OLD.cost_base
  FROM documents AS document WHERE document.organization_id = OLD.organization_id AND document.id = OLD.document_id AND document.state = 'posted'
    AND document.kind IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit')
    AND NOT EXISTS (SELECT 1 FROM documents AS advance WHERE advance.organization_id = document.organization_id
      AND advance.id = document.reference_id AND advance.kind = 'advance_invoice');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_trade(organization bigint, document bigint, kind_of text,
  was_posted boolean, day_before date, branch_before bigint, party_before bigint, rate_before numeric,
  is_posted boolean, day_after date, branch_after bigint, party_after bigint, rate_after numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH rows AS (
    SELECT false AS is_after, line_number, product_id, quantity, is_return, coalesce(tax_base, tax_share) AS tax, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND xmin <> pg_current_xact_id()::xid AND was_posted
    UNION ALL
    SELECT false, line_number, product_id, quantity, is_return, tax_base, net_base, cost_base FROM trade_undone
    WHERE organization_id = organization AND document_id = document AND was_posted
    UNION ALL
    SELECT true, line_number, product_id, quantity, is_return, coalesce(tax_base, tax_share) AS tax, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND is_posted),
  moved AS MATERIALIZED (
    SELECT date_trunc('month', CASE WHEN is_after THEN day_after ELSE day_before END)::date AS month,
      CASE WHEN is_after THEN branch_after ELSE branch_before END AS branch, CASE WHEN is_after THEN party_after ELSE party_before END AS party,
      product_id, way * quantity AS quantity, CASE WHEN is_return THEN way * quantity ELSE 0 END AS returned, way * net_base AS net,
      way * tax AS tax, way * cost_base AS cost, way AS line_count
    FROM (SELECT *, CASE WHEN is_after THEN 1 ELSE -1 END AS way FROM rows) AS turned),
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

CREATE OR REPLACE FUNCTION keep_new_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := NEW.organization_id;
  changed bigint := NEW.id;
  now_is record;
BEGIN
  SELECT kind, state, status, document_date, due_date, party_id, branch_id, reference_id, exchange_rate, net_base,
    state = 'posted' AND settled < total AS is_open, total_base - settled_base AS left_base,
    date_trunc('month', document_date)::date AS month
  INTO now_is FROM documents WHERE organization_id = organization AND id = changed;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO document_counts AS kept (organization_id, kind, status, count) VALUES (organization, now_is.kind, now_is.status, 1)
  ON CONFLICT (organization_id, kind, status) DO UPDATE SET count = kept.count + 1;
  INSERT INTO day_counts AS kept (organization_id, kind, status, day, count)
  VALUES (organization, now_is.kind, now_is.status, now_is.document_date, 1)
  ON CONFLICT (organization_id, kind, status, day) DO UPDATE SET count = kept.count + 1;
  INSERT INTO party_counts AS kept (organization_id, kind, party_id, year, status, count, net_base)
  VALUES (organization, now_is.kind, now_is.party_id, extract(year FROM now_is.document_date), now_is.status, 1, now_is.net_base)
  ON CONFLICT (organization_id, kind, party_id, year, status) DO UPDATE SET count = kept.count + 1, net_base = kept.net_base + excluded.net_base;
  INSERT INTO due_counts AS kept (organization_id, kind, status, is_open, due_date, count, open_base)
  VALUES (organization, now_is.kind, now_is.status, now_is.is_open, now_is.due_date, 1, CASE WHEN now_is.is_open THEN now_is.left_base ELSE 0 END)
  ON CONFLICT (organization_id, kind, is_open, due_date, status) DO UPDATE SET count = kept.count + 1, open_base = kept.open_base + excluded.open_base;
  IF now_is.state <> 'posted' OR now_is.kind NOT IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit') THEN RETURN NULL; END IF;
  -- What was charged in advance was no sale yet: a credit note on it takes none back.
  IF now_is.kind = 'credit_note' AND EXISTS (SELECT 1 FROM documents
    WHERE organization_id = organization AND id = now_is.reference_id AND kind = 'advance_invoice') THEN RETURN NULL; END IF;
  INSERT INTO trade_parties AS kept (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
  SELECT organization, now_is.kind, now_is.month, now_is.party_id, now_is.branch_id, sum(net_base), sum(coalesce(tax_base, tax_share)), sum(cost_base), count(*)
  FROM document_lines WHERE organization_id = organization AND document_id = changed HAVING count(*) > 0
  ON CONFLICT (organization_id, kind, month, party_id, branch_id) DO UPDATE SET net = kept.net + excluded.net, tax = kept.tax + excluded.tax, cost = kept.cost + excluded.cost,
    line_count = kept.line_count + excluded.line_count;
  INSERT INTO trade_products AS kept (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT organization, now_is.kind, now_is.month, line.product_id, now_is.branch_id, sum(line.quantity), sum(CASE WHEN line.is_return THEN line.quantity ELSE 0 END), sum(line.net_base),
    sum(coalesce(line.tax_base, line.tax_share)), sum(line.cost_base), count(*)
  FROM document_lines AS line WHERE line.organization_id = organization AND line.document_id = changed
  GROUP BY line.product_id ORDER BY line.product_id
  ON CONFLICT (organization_id, kind, month, product_id, branch_id) DO UPDATE SET quantity = kept.quantity + excluded.quantity,
    returned = kept.returned + excluded.returned, net = kept.net + excluded.net, tax = kept.tax + excluded.tax, cost = kept.cost + excluded.cost, line_count = kept.line_count + excluded.line_count;
  RETURN NULL;
END $$;
