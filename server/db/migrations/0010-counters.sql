-- Materialized counters of documents, payments and manual entries. Triggers update them at the commit, because their rows are
-- contended: postings of one organization already queue at its entry number (decision 0011).

-- Per kind and status: exact totals of lists without counting. All three kinds of records share this table.
CREATE TABLE document_counts (
  organization_id bigint NOT NULL REFERENCES organizations,
  kind text NOT NULL,
  status text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, status)
) WITH (fillfactor = 70);

-- Per day: where a deep page begins, without reading up to it.
CREATE TABLE document_counts_by_date (
  organization_id bigint NOT NULL REFERENCES organizations,
  kind text NOT NULL,
  status text NOT NULL,
  day date NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, status, day)
) WITH (fillfactor = 70);

-- Per due date, open and settled apart.
CREATE TABLE document_counts_by_due_date (
  organization_id bigint NOT NULL REFERENCES organizations,
  kind text NOT NULL,
  status text NOT NULL,
  is_open boolean NOT NULL,
  due_date date NOT NULL,
  count bigint NOT NULL,
  -- The open amount in base currency.
  open_base balance_amount NOT NULL,
  PRIMARY KEY (organization_id, kind, is_open, due_date, status)
) WITH (fillfactor = 70);

-- Per party and year.
CREATE TABLE document_counts_by_party (
  organization_id bigint NOT NULL REFERENCES organizations,
  kind text NOT NULL,
  party_id bigint NOT NULL,
  year smallint NOT NULL,
  status text NOT NULL,
  count bigint NOT NULL,
  net_base balance_amount NOT NULL,
  PRIMARY KEY (organization_id, kind, party_id, year, status)
) WITH (fillfactor = 70);

-- Moves one row from where it was counted to where it is now. Totals come first: a concurrent change of the same kind and status
-- waits there, before any finer row.
CREATE FUNCTION adjust_counters(organization bigint, kind_before text, status_before text, day_before date, party_before bigint, net_before numeric, kind_after text, status_after text, day_after date, party_after bigint, net_after numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (kind_before, status_before) IS DISTINCT FROM (kind_after, status_after) THEN
    INSERT INTO document_counts AS counter (organization_id, kind, status, count)
    SELECT organization, moved.kind, moved.status, moved.count
    FROM (VALUES (kind_before, status_before, -1), (kind_after, status_after, 1)) AS moved (kind, status, count)
    WHERE moved.kind IS NOT NULL ORDER BY 2, 3
    ON CONFLICT (organization_id, kind, status) DO UPDATE SET count = counter.count + excluded.count;
  END IF;
  IF (kind_before, status_before, day_before) IS DISTINCT FROM (kind_after, status_after, day_after) THEN
    INSERT INTO document_counts_by_date AS counter (organization_id, kind, status, day, count)
    SELECT organization, moved.kind, moved.status, moved.day, moved.count
    FROM (VALUES (kind_before, status_before, day_before, -1), (kind_after, status_after, day_after, 1)) AS moved (kind, status, day, count)
    WHERE moved.kind IS NOT NULL ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, kind, status, day) DO UPDATE SET count = counter.count + excluded.count;
  END IF;
  IF (kind_before, party_before, extract(year FROM day_before), status_before) IS DISTINCT FROM (kind_after, party_after, extract(year FROM day_after), status_after) THEN
    INSERT INTO document_counts_by_party AS counter (organization_id, kind, party_id, year, status, count, net_base)
    SELECT organization, moved.kind, moved.party, extract(year FROM moved.day), moved.status, moved.count, moved.net
    FROM (VALUES (kind_before, party_before, status_before, day_before, -1, -net_before), (kind_after, party_after, status_after, day_after, 1, net_after))
      AS moved (kind, party, status, day, count, net)
    WHERE moved.kind IS NOT NULL AND moved.party IS NOT NULL ORDER BY 2, 3, 4, 5
    ON CONFLICT (organization_id, kind, party_id, year, status) DO UPDATE SET count = counter.count + excluded.count, net_base = counter.net_base + excluded.net_base;
  ELSIF net_before <> net_after AND party_after IS NOT NULL THEN
    UPDATE document_counts_by_party SET net_base = net_base - net_before + net_after
    WHERE organization_id = organization AND kind = kind_after AND party_id = party_after AND year = extract(year FROM day_after) AND status = status_after;
  END IF;
END $$;

-- A new document had no previous state: counters and totals are only added to. The status is the one at the commit.
CREATE FUNCTION count_new_document() RETURNS trigger LANGUAGE plpgsql AS $$
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
  INSERT INTO document_counts AS counter (organization_id, kind, status, count) VALUES (organization, now_is.kind, now_is.status, 1)
  ON CONFLICT (organization_id, kind, status) DO UPDATE SET count = counter.count + 1;
  INSERT INTO document_counts_by_date AS counter (organization_id, kind, status, day, count)
  VALUES (organization, now_is.kind, now_is.status, now_is.document_date, 1)
  ON CONFLICT (organization_id, kind, status, day) DO UPDATE SET count = counter.count + 1;
  INSERT INTO document_counts_by_party AS counter (organization_id, kind, party_id, year, status, count, net_base)
  VALUES (organization, now_is.kind, now_is.party_id, extract(year FROM now_is.document_date), now_is.status, 1, now_is.net_base)
  ON CONFLICT (organization_id, kind, party_id, year, status) DO UPDATE SET count = counter.count + 1, net_base = counter.net_base + excluded.net_base;
  INSERT INTO document_counts_by_due_date AS counter (organization_id, kind, status, is_open, due_date, count, open_base)
  VALUES (organization, now_is.kind, now_is.status, now_is.is_open, now_is.due_date, 1, CASE WHEN now_is.is_open THEN now_is.left_base ELSE 0 END)
  ON CONFLICT (organization_id, kind, is_open, due_date, status) DO UPDATE SET count = counter.count + 1, open_base = counter.open_base + excluded.open_base;
  IF now_is.state <> 'posted' OR now_is.kind NOT IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit') THEN RETURN NULL; END IF;
  -- An advance invoice is not a sale, so a credit note on it reverses no sale.
  IF now_is.kind = 'credit_note' AND EXISTS (SELECT 1 FROM documents
    WHERE organization_id = organization AND id = now_is.reference_id AND kind = 'advance_invoice') THEN RETURN NULL; END IF;
  -- The rows add up to the document's net, tax and cost.
  INSERT INTO trade_monthly_by_party AS counter (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
  SELECT organization, now_is.kind, now_is.month, now_is.party_id, now_is.branch_id, now_is.net_base, now_is.tax_base, now_is.cost_base, count(*)
  FROM document_lines WHERE organization_id = organization AND document_id = changed HAVING count(*) > 0
  ON CONFLICT (organization_id, kind, month, party_id, branch_id) DO UPDATE SET net = counter.net + excluded.net, tax = counter.tax + excluded.tax, cost = counter.cost + excluded.cost,
    line_count = counter.line_count + excluded.line_count;
  INSERT INTO trade_monthly_by_product AS counter (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT organization, now_is.kind, now_is.month, line.product_id, now_is.branch_id, sum(line.quantity), sum(CASE WHEN line.is_return THEN line.quantity ELSE 0 END), sum(line.net_base),
    sum(coalesce(line.tax_base, line.tax_share)), sum(line.cost_base), count(*)
  FROM document_lines AS line WHERE line.organization_id = organization AND line.document_id = changed
  GROUP BY line.product_id ORDER BY line.product_id
  ON CONFLICT (organization_id, kind, month, product_id, branch_id) DO UPDATE SET quantity = counter.quantity + excluded.quantity,
    returned = counter.returned + excluded.returned, net = counter.net + excluded.net, tax = counter.tax + excluded.tax, cost = counter.cost + excluded.cost, line_count = counter.line_count + excluded.line_count;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER document_counted AFTER INSERT ON documents DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION count_new_document();

-- Long lists are read from the nearer end, and short keywords are counted when they are searched (decision 0260): what was recorded to
-- shorten that is gone, and a change of a row no longer says so to lists.
CREATE FUNCTION count_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, status, document_date, due_date, party_id, net_base, state = 'posted' AND settled < total AS is_open, total_base - settled_base AS left_base
  INTO now_is FROM documents WHERE organization_id = organization AND id = changed;
  PERFORM adjust_counters(organization, OLD.kind, OLD.status, OLD.document_date, OLD.party_id, OLD.net_base,
    now_is.kind, now_is.status, now_is.document_date, now_is.party_id, now_is.net_base);
  INSERT INTO document_counts_by_due_date AS counter (organization_id, kind, status, is_open, due_date, count, open_base)
  SELECT organization, moved.kind, moved.status, moved.is_open, moved.due_date, sum(moved.count), sum(CASE WHEN moved.is_open THEN moved.count * moved.left_base ELSE 0 END)
  FROM (VALUES (OLD.kind, OLD.status, OLD.state = 'posted' AND OLD.settled < OLD.total, OLD.due_date, OLD.total_base - OLD.settled_base, -1),
    (now_is.kind, now_is.status, now_is.is_open, now_is.due_date, now_is.left_base, 1)) AS moved (kind, status, is_open, due_date, left_base, count)
  WHERE moved.kind IS NOT NULL GROUP BY 2, 3, 4, 5
  HAVING sum(moved.count) <> 0 OR sum(CASE WHEN moved.is_open THEN moved.count * moved.left_base ELSE 0 END) <> 0 ORDER BY 2, 4, 5, 3
  ON CONFLICT (organization_id, kind, is_open, due_date, status) DO UPDATE SET count = counter.count + excluded.count, open_base = counter.open_base + excluded.open_base;
  RETURN NULL;
END $function$;

-- Only posted payments are in lists with anchors.
CREATE FUNCTION count_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, state, payment_date, party_id INTO now_is FROM payments WHERE organization_id = organization AND id = changed;
  PERFORM adjust_counters(organization, OLD.kind, OLD.state, OLD.payment_date, OLD.party_id, 0, now_is.kind, now_is.state, now_is.payment_date, now_is.party_id, 0);
  RETURN NULL;
END $function$;

CREATE CONSTRAINT TRIGGER payment_counted AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION count_payment();

-- As for documents.
CREATE FUNCTION count_manual_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT 'manual' AS kind, state, journal_date INTO now_is FROM manual_entries WHERE organization_id = organization AND id = changed;
  PERFORM adjust_counters(organization, CASE WHEN OLD.id IS NOT NULL THEN 'manual' END, OLD.state, OLD.journal_date, NULL, 0,
    now_is.kind, now_is.state, now_is.journal_date, NULL, 0);
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER manual_entry_counted AFTER INSERT ON manual_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION count_manual_entry();

-- Counters are adjusted once for a row and transaction, from what it was before. A savepoint writes rows under a number of its own, so a row that was written below an
-- earlier savepoint of the same transaction looked like one of another, and was counted twice: two payments of one invoice in one import.
CREATE FUNCTION is_written_before(version xid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  own xid8 := pg_current_xact_id();
  own_low bigint := own::text::bigint & 4294967295;
  -- How much later the number is than that of the transaction: savepoints get later ones, of half the circle at most.
  later bigint := (version::text::bigint - own_low + 4294967296) & 4294967295;
  whole bigint := own::text::bigint + later;
BEGIN
  IF later = 0 THEN RETURN false; END IF;
  IF later >= 2147483648 OR whole >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000 THEN RETURN true; END IF;
  -- A visible row is of a committed transaction, or of this one.
  RETURN pg_xact_status(whole::text::xid8) IS DISTINCT FROM 'in progress';
END $function$;

CREATE CONSTRAINT TRIGGER document_recounted AFTER DELETE OR UPDATE ON documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION count_document();
CREATE CONSTRAINT TRIGGER manual_entry_recounted AFTER DELETE OR UPDATE ON manual_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION count_manual_entry();
CREATE CONSTRAINT TRIGGER payment_recounted AFTER DELETE OR UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION count_payment();
