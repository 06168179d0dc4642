-- What the triggers of a posting ask takes fewer steps; they ask the same.

CREATE OR REPLACE FUNCTION keep_new_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := NEW.organization_id;
  changed bigint := NEW.id;
  now_is record;
BEGIN
  SELECT kind, state, status, document_date, due_date, party_id, branch_id, reference_id, exchange_rate, net_base,
    tax_base, cost_base, state = 'posted' AND settled < total AS is_open, total_base - settled_base AS left_base,
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
  -- The sums of its rows are the document's own.
  INSERT INTO trade_parties AS kept (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
  SELECT organization, now_is.kind, now_is.month, now_is.party_id, now_is.branch_id, now_is.net_base, now_is.tax_base, now_is.cost_base, count(*)
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

CREATE OR REPLACE FUNCTION journal_entry_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines bigint; debits numeric; credits numeric; is_one_branch boolean;
BEGIN
  SELECT count(*), coalesce(sum(debit), 0), coalesce(sum(credit), 0), min(branch_id) = max(branch_id)
    INTO lines, debits, credits, is_one_branch
    FROM journal_lines WHERE organization_id = NEW.organization_id AND entry_id = NEW.id;
  IF lines <> NEW.line_count OR lines < 2 OR debits <> credits OR debits <> NEW.total_debit OR debits <> NEW.total_credit OR debits <= 0
    OR (NOT is_one_branch AND EXISTS (SELECT FROM journal_lines WHERE organization_id = NEW.organization_id AND entry_id = NEW.id
      GROUP BY branch_id HAVING sum(debit) <> sum(credit))) THEN
    RAISE EXCEPTION 'journal entry %/% is not balanced: % lines, debit %, credit %',
      NEW.organization_id, NEW.entry_number, lines, debits, credits USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.kind NOT IN ('invoice', 'advance_invoice', 'credit_note', 'debit_note', 'bill', 'supplier_credit', 'customs', 'receipt', 'payment', 'allocation', 'stock',
    'fx_reval', 'vat_settlement', 'tax_adjustment', 'manual', 'opening', 'closing') THEN
    RAISE EXCEPTION 'journal entry %/% is of no known kind', NEW.organization_id, NEW.entry_number USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- What may be below zero is bounded downwards by its precision; one comparison bounds it upwards and refuses what is no number.
-- Every value that is there held to more than this.
ALTER DOMAIN signed_amount DROP CONSTRAINT signed_amount_check;
ALTER DOMAIN signed_amount ADD CONSTRAINT signed_amount_check CHECK (VALUE < 1e14) NOT VALID;
ALTER DOMAIN balance_amount DROP CONSTRAINT balance_amount_check;
ALTER DOMAIN balance_amount ADD CONSTRAINT balance_amount_check CHECK (VALUE < 1e16) NOT VALID;
ALTER DOMAIN signed_quantity DROP CONSTRAINT signed_quantity_check;
ALTER DOMAIN signed_quantity ADD CONSTRAINT signed_quantity_check CHECK (VALUE < 1e12) NOT VALID;
