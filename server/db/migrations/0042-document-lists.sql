-- How many documents of a kind stand in a status: kept at the commit of whatever changes it, so that a list of hundreds of
-- thousands answers its exact total without counting. At the commit, because the row is hot: it is the last thing a
-- transaction touches, and postings of one organisation already queue at its entry counter before it.
CREATE TABLE document_counts (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  kind text NOT NULL,
  status text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, status)
) WITH (fillfactor = 70);
-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
INSERT INTO document_counts SELECT organization_id, kind, status, count(*) FROM documents GROUP BY 1, 2, 3;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;

ALTER TABLE document_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON document_counts
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);

CREATE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE document_counts SET count = count - 1
      WHERE organization_id = OLD.organization_id AND kind = OLD.kind AND status = OLD.status;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO document_counts AS counted (organization_id, kind, status, count) VALUES (NEW.organization_id, NEW.kind, NEW.status, 1)
    ON CONFLICT (organization_id, kind, status) DO UPDATE SET count = counted.count + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER document_counted AFTER INSERT OR DELETE ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_document();
CREATE CONSTRAINT TRIGGER document_recounted AFTER UPDATE OF status ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_document();

-- What the list is sorted by, read in order instead of sorted.
CREATE INDEX documents_by_total ON documents (organization_id, kind, total, id);
CREATE INDEX documents_by_due_date ON documents (organization_id, kind, due_date, id);
CREATE INDEX documents_by_number ON documents (organization_id, kind, number, id);
