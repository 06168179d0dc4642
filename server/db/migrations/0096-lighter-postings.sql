-- What every posting pays for, paid once where it was paid row by row.

-- Account, branch and currency of a line are keys of the balance it is kept in, which the same statement writes: what the
-- balances refer to, the lines do. A balance is made once a month; the lines were checked each by itself.
ALTER TABLE balances ADD COLUMN account_postable boolean NOT NULL DEFAULT true CHECK (account_postable);
ALTER TABLE balances DROP CONSTRAINT balances_organization_id_account_id_fkey;
-- Only sub accounts receive lines, and one that has lines can neither change its type nor be deleted: race-free.
ALTER TABLE balances ADD CONSTRAINT balances_postable FOREIGN KEY (organization_id, account_id, account_postable)
  REFERENCES accounts (organization_id, id, postable);
ALTER TABLE balances ADD FOREIGN KEY (currency_id) REFERENCES currencies (id);
ALTER TABLE journal_lines DROP CONSTRAINT journal_lines_postable;
ALTER TABLE journal_lines DROP COLUMN account_postable;
ALTER TABLE journal_lines DROP CONSTRAINT journal_lines_organization_id_branch_id_fkey;
ALTER TABLE journal_lines DROP CONSTRAINT journal_lines_currency_id_fkey;

-- The seal looks at the entry of every line anyway, and entries are never deleted: a line without one is refused here.
ALTER TABLE journal_lines DROP CONSTRAINT journal_lines_organization_id_entry_id_fkey;
CREATE OR REPLACE FUNCTION journal_entry_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added LEFT JOIN journal_entries AS entry
      ON entry.organization_id = added.organization_id AND entry.id = added.entry_id
      WHERE entry.id IS NULL OR entry.created_transaction <> pg_current_xact_id() OR entry.entry_date <> added.entry_date) THEN
    RAISE EXCEPTION 'the journal entry is sealed' USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;

-- A new document is counted once, as what it is at the commit: there is nothing it was before to take away.
CREATE FUNCTION keep_new_document() RETURNS trigger LANGUAGE plpgsql AS $$
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
  SELECT organization, now_is.kind, now_is.month, now_is.party_id, now_is.branch_id, sum(net_base), round(sum(tax_share) * now_is.exchange_rate, 2), sum(cost_base), count(*)
  FROM document_lines WHERE organization_id = organization AND document_id = changed HAVING count(*) > 0
  ON CONFLICT (organization_id, kind, month, party_id, branch_id) DO UPDATE SET net = kept.net + excluded.net, tax = kept.tax + excluded.tax, cost = kept.cost + excluded.cost,
    line_count = kept.line_count + excluded.line_count;
  INSERT INTO trade_products AS kept (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT organization, now_is.kind, now_is.month, line.product_id, now_is.branch_id, sum(line.quantity), sum(CASE WHEN line.is_return THEN line.quantity ELSE 0 END), sum(line.net_base),
    sum(round(line.upto * now_is.exchange_rate, 2) - round((line.upto - line.tax_share) * now_is.exchange_rate, 2)), sum(line.cost_base), count(*)
  FROM (SELECT product_id, quantity, is_return, net_base, tax_share, cost_base, sum(tax_share) OVER (ORDER BY line_number) AS upto
    FROM document_lines WHERE organization_id = organization AND document_id = changed) AS line
  GROUP BY line.product_id ORDER BY line.product_id
  ON CONFLICT (organization_id, kind, month, product_id, branch_id) DO UPDATE SET quantity = kept.quantity + excluded.quantity,
    returned = kept.returned + excluded.returned, net = kept.net + excluded.net, tax = kept.tax + excluded.tax, cost = kept.cost + excluded.cost, line_count = kept.line_count + excluded.line_count;
  RETURN NULL;
END $$;
DROP TRIGGER document_counted ON documents;
DROP TRIGGER document_traded ON documents;
CREATE CONSTRAINT TRIGGER document_kept AFTER INSERT ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_new_document();
