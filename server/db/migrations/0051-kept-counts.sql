-- How many documents, payments and journal entries stand where: by status and day, by the day they are due, by party and
-- year. A list of hundreds of thousands then answers its exact total without counting, and finds where a page far down
-- begins without walking there. `document_counts` keeps the totals of all three.
CREATE TABLE day_counts (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  kind text NOT NULL,
  status text NOT NULL,
  day date NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, status, day)
) WITH (fillfactor = 70);
CREATE TABLE due_counts (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  kind text NOT NULL,
  status text NOT NULL,
  is_open boolean NOT NULL,
  due_date date NOT NULL,
  count bigint NOT NULL,
  -- What is left to settle of those that are open.
  open_base balance_amount NOT NULL,
  PRIMARY KEY (organization_id, kind, is_open, due_date, status)
) WITH (fillfactor = 70);
CREATE TABLE party_counts (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  kind text NOT NULL,
  party_id bigint NOT NULL,
  year smallint NOT NULL,
  status text NOT NULL,
  count bigint NOT NULL,
  net_base balance_amount NOT NULL,
  PRIMARY KEY (organization_id, kind, party_id, year, status)
) WITH (fillfactor = 70);

DROP TRIGGER document_counted ON documents;
DROP TRIGGER document_recounted ON documents;
DROP FUNCTION count_document();

-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE manual_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE document_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO document_counts
  SELECT organization_id, kind, state, count(*) FROM payments GROUP BY 1, 2, 3
  UNION ALL SELECT organization_id, 'manual', state, count(*) FROM manual_entries GROUP BY 1, 2, 3;
INSERT INTO day_counts
  SELECT organization_id, kind, status, document_date, count(*) FROM documents GROUP BY 1, 2, 3, 4
  UNION ALL SELECT organization_id, kind, state, payment_date, count(*) FROM payments GROUP BY 1, 2, 3, 4
  UNION ALL SELECT organization_id, 'manual', state, journal_date, count(*) FROM manual_entries GROUP BY 1, 2, 3, 4;
INSERT INTO due_counts
  SELECT organization_id, kind, status, state = 'posted' AND settled < total, due_date, count(*),
    sum(CASE WHEN state = 'posted' AND settled < total THEN total_base - settled_base ELSE 0 END)
  FROM documents GROUP BY 1, 2, 3, 4, 5;
INSERT INTO party_counts
  SELECT organization_id, kind, party_id, extract(year FROM document_date), status, count(*), sum(net_base) FROM documents GROUP BY 1, 2, 3, 4, 5
  UNION ALL SELECT organization_id, kind, party_id, extract(year FROM payment_date), state, count(*), 0 FROM payments GROUP BY 1, 2, 3, 4, 5;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE manual_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE document_counts FORCE ROW LEVEL SECURITY;

ALTER TABLE day_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE day_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON day_counts
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE due_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE due_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON due_counts
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE party_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE party_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON party_counts
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);

-- One row leaves where it was counted and arrives where it is now. The totals come first: whoever changes the same kind and
-- status waits there, before any of the finer rows.
CREATE FUNCTION count_kept(organization bigint, kind_before text, status_before text, day_before date, party_before bigint, net_before numeric,
  kind_after text, status_after text, day_after date, party_after bigint, net_after numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_counts AS kept (organization_id, kind, status, count)
  SELECT organization, moved.kind, moved.status, sum(moved.count)
  FROM (VALUES (kind_before, status_before, -1), (kind_after, status_after, 1)) AS moved (kind, status, count)
  WHERE moved.kind IS NOT NULL GROUP BY 2, 3 HAVING sum(moved.count) <> 0 ORDER BY 2, 3
  ON CONFLICT (organization_id, kind, status) DO UPDATE SET count = kept.count + excluded.count;
  INSERT INTO day_counts AS kept (organization_id, kind, status, day, count)
  SELECT organization, moved.kind, moved.status, moved.day, sum(moved.count)
  FROM (VALUES (kind_before, status_before, day_before, -1), (kind_after, status_after, day_after, 1)) AS moved (kind, status, day, count)
  WHERE moved.kind IS NOT NULL GROUP BY 2, 3, 4 HAVING sum(moved.count) <> 0 ORDER BY 2, 3, 4
  ON CONFLICT (organization_id, kind, status, day) DO UPDATE SET count = kept.count + excluded.count;
  INSERT INTO party_counts AS kept (organization_id, kind, party_id, year, status, count, net_base)
  SELECT organization, moved.kind, moved.party, extract(year FROM moved.day), moved.status, sum(moved.count), sum(moved.net)
  FROM (VALUES (kind_before, party_before, status_before, day_before, -1, -net_before), (kind_after, party_after, status_after, day_after, 1, net_after))
    AS moved (kind, party, status, day, count, net)
  WHERE moved.kind IS NOT NULL AND moved.party IS NOT NULL GROUP BY 2, 3, 4, 5 HAVING sum(moved.count) <> 0 OR sum(moved.net) <> 0 ORDER BY 2, 3, 4, 5
  ON CONFLICT (organization_id, kind, party_id, year, status) DO UPDATE SET count = kept.count + excluded.count, net_base = kept.net_base + excluded.net_base;
END $$;

-- At the commit, once a row and transaction: from what the row was before to what it is in the end. Only the first change
-- of a row is heard, by `OLD.xmin` below; whatever follows in the same transaction is in what the row is in the end.
CREATE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  now_is record;
BEGIN
  SELECT kind, status, document_date, due_date, party_id, net_base, state = 'posted' AND settled < total AS is_open, total_base - settled_base AS left_base
  INTO now_is FROM documents WHERE organization_id = organization AND id = coalesce(NEW.id, OLD.id);
  PERFORM count_kept(organization, OLD.kind, OLD.status, OLD.document_date, OLD.party_id, OLD.net_base,
    now_is.kind, now_is.status, now_is.document_date, now_is.party_id, now_is.net_base);
  INSERT INTO due_counts AS kept (organization_id, kind, status, is_open, due_date, count, open_base)
  SELECT organization, moved.kind, moved.status, moved.is_open, moved.due_date, sum(moved.count), sum(CASE WHEN moved.is_open THEN moved.count * moved.left_base ELSE 0 END)
  FROM (VALUES (OLD.kind, OLD.status, OLD.state = 'posted' AND OLD.settled < OLD.total, OLD.due_date, OLD.total_base - OLD.settled_base, -1),
    (now_is.kind, now_is.status, now_is.is_open, now_is.due_date, now_is.left_base, 1)) AS moved (kind, status, is_open, due_date, left_base, count)
  WHERE moved.kind IS NOT NULL GROUP BY 2, 3, 4, 5
  HAVING sum(moved.count) <> 0 OR sum(CASE WHEN moved.is_open THEN moved.count * moved.left_base ELSE 0 END) <> 0 ORDER BY 2, 4, 5, 3
  ON CONFLICT (organization_id, kind, is_open, due_date, status) DO UPDATE SET count = kept.count + excluded.count, open_base = kept.open_base + excluded.open_base;
  RETURN NULL;
END $$;
CREATE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  now_is record;
BEGIN
  SELECT kind, state, payment_date, party_id INTO now_is FROM payments WHERE organization_id = organization AND id = coalesce(NEW.id, OLD.id);
  PERFORM count_kept(organization, OLD.kind, OLD.state, OLD.payment_date, OLD.party_id, 0, now_is.kind, now_is.state, now_is.payment_date, now_is.party_id, 0);
  RETURN NULL;
END $$;
CREATE FUNCTION count_manual_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  now_is record;
BEGIN
  SELECT 'manual' AS kind, state, journal_date INTO now_is FROM manual_entries WHERE organization_id = organization AND id = coalesce(NEW.id, OLD.id);
  PERFORM count_kept(organization, CASE WHEN OLD.id IS NOT NULL THEN 'manual' END, OLD.state, OLD.journal_date, NULL, 0,
    now_is.kind, now_is.state, now_is.journal_date, NULL, 0);
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER document_counted AFTER INSERT ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_document();
CREATE CONSTRAINT TRIGGER document_recounted AFTER UPDATE OR DELETE ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.xmin <> pg_current_xact_id()::xid) EXECUTE FUNCTION count_document();
CREATE CONSTRAINT TRIGGER payment_counted AFTER INSERT ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_payment();
CREATE CONSTRAINT TRIGGER payment_recounted AFTER UPDATE OR DELETE ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.xmin <> pg_current_xact_id()::xid) EXECUTE FUNCTION count_payment();
CREATE CONSTRAINT TRIGGER manual_entry_counted AFTER INSERT ON manual_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_manual_entry();
CREATE CONSTRAINT TRIGGER manual_entry_recounted AFTER UPDATE OR DELETE ON manual_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.xmin <> pg_current_xact_id()::xid) EXECUTE FUNCTION count_manual_entry();

-- What the lists are sorted by, read in order and from the index alone: a page's rows are fetched when they are known.
DROP INDEX documents_by_date, documents_by_status, documents_by_party, documents_by_total, documents_by_due_date, documents_by_number;
CREATE INDEX documents_by_date ON documents (organization_id, kind, document_date, id) INCLUDE (status, party_id);
CREATE INDEX documents_by_status ON documents (organization_id, kind, status, document_date, id);
CREATE INDEX documents_by_party ON documents (organization_id, party_id, kind, document_date, id) INCLUDE (status);
CREATE INDEX documents_by_total ON documents (organization_id, kind, total, id) INCLUDE (status);
CREATE INDEX documents_by_due_date ON documents (organization_id, kind, due_date, id) INCLUDE (status);
CREATE INDEX documents_by_number ON documents (organization_id, kind, number, id) INCLUDE (status, party_id, search_text);
CREATE INDEX documents_by_age ON documents (organization_id, kind, id) INCLUDE (status);
CREATE INDEX documents_overdue ON documents (organization_id, kind, document_date, id) INCLUDE (due_date, party_id)
  WHERE state = 'posted' AND settled < total;
DROP INDEX payments_by_date, payments_by_party;
CREATE INDEX payments_by_date ON payments (organization_id, kind, payment_date, id) INCLUDE (state, party_id);
CREATE INDEX payments_by_party ON payments (organization_id, party_id, kind, payment_date, id) INCLUDE (state);
CREATE INDEX payments_by_amount ON payments (organization_id, kind, amount, id) INCLUDE (state);
CREATE INDEX payments_by_number ON payments (organization_id, kind, number, id) INCLUDE (state);
CREATE INDEX payments_by_age ON payments (organization_id, kind, id) INCLUDE (state);
DROP INDEX manual_entries_by_date;
CREATE INDEX manual_entries_by_date ON manual_entries (organization_id, journal_date, id) INCLUDE (state);
CREATE INDEX manual_entries_by_amount ON manual_entries (organization_id, amount, id) INCLUDE (state);
CREATE INDEX manual_entries_by_number ON manual_entries (organization_id, number, id) INCLUDE (state);
