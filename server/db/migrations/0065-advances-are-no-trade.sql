-- What was charged in advance was no sale yet, so a credit note on it takes no sale back: it is in no figure of trade.
CREATE OR REPLACE FUNCTION undo_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trade_undone (organization_id, document_id, line_number, product_id, quantity, is_return, tax_share, net_base, cost_base)
  SELECT OLD.organization_id, OLD.document_id, OLD.line_number, OLD.product_id, OLD.quantity, OLD.is_return, OLD.tax_share, OLD.net_base, OLD.cost_base
  FROM documents AS document WHERE document.organization_id = OLD.organization_id AND document.id = OLD.document_id AND document.state = 'posted'
    AND document.kind IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit')
    AND NOT EXISTS (SELECT 1 FROM documents AS advance WHERE advance.organization_id = document.organization_id
      AND advance.id = document.reference_id AND advance.kind = 'advance_invoice');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_document_trade() RETURNS trigger LANGUAGE plpgsql AS $$
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
      OR EXISTS (SELECT 1 FROM trade_undone WHERE organization_id = organization AND document_id = document))
  THEN
    PERFORM keep_trade(organization, document, kind_of,
      coalesce(OLD.state = 'posted', false), OLD.document_date, OLD.branch_id, OLD.party_id, OLD.exchange_rate,
      coalesce(now_is.state = 'posted', false), now_is.document_date, now_is.branch_id, now_is.party_id, now_is.exchange_rate);
  END IF;
  RETURN NULL;
END $$;

-- Those that were counted before this are taken out; row security binds the owner of the tables too.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE trade_parties NO FORCE ROW LEVEL SECURITY;
ALTER TABLE trade_products NO FORCE ROW LEVEL SECURITY;
CREATE TEMPORARY TABLE untraded AS
  SELECT note.organization_id, date_trunc('month', note.document_date)::date AS month, note.party_id, note.branch_id, line.product_id, line.quantity,
    CASE WHEN line.is_return THEN line.quantity ELSE 0 END AS returned, line.net_base AS net, line.tax_share AS tax, line.cost_base AS cost
  FROM documents AS note
  JOIN documents AS advance ON advance.organization_id = note.organization_id AND advance.id = note.reference_id AND advance.kind = 'advance_invoice'
  JOIN document_lines AS line ON line.organization_id = note.organization_id AND line.document_id = note.id
  WHERE note.kind = 'credit_note' AND note.state = 'posted';
UPDATE trade_parties AS kept SET net = kept.net - gone.net, tax = kept.tax - gone.tax, cost = kept.cost - gone.cost, line_count = kept.line_count - gone.line_count
FROM (SELECT organization_id, month, party_id, branch_id, sum(net) AS net, sum(tax) AS tax, sum(cost) AS cost, count(*) AS line_count FROM untraded GROUP BY 1, 2, 3, 4) AS gone
WHERE kept.organization_id = gone.organization_id AND kept.kind = 'credit_note' AND kept.month = gone.month AND kept.party_id = gone.party_id AND kept.branch_id = gone.branch_id;
UPDATE trade_products AS kept SET quantity = kept.quantity - gone.quantity, returned = kept.returned - gone.returned, net = kept.net - gone.net, tax = kept.tax - gone.tax,
  cost = kept.cost - gone.cost, line_count = kept.line_count - gone.line_count
FROM (SELECT organization_id, month, product_id, branch_id, sum(quantity) AS quantity, sum(returned) AS returned, sum(net) AS net, sum(tax) AS tax, sum(cost) AS cost,
  count(*) AS line_count FROM untraded GROUP BY 1, 2, 3, 4) AS gone
WHERE kept.organization_id = gone.organization_id AND kept.kind = 'credit_note' AND kept.month = gone.month AND kept.product_id = gone.product_id AND kept.branch_id = gone.branch_id;
DROP TABLE untraded;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE trade_parties FORCE ROW LEVEL SECURITY;
ALTER TABLE trade_products FORCE ROW LEVEL SECURITY;
