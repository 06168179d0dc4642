-- The second line. The first is post.ts and the plain checks, which also hold where triggers are not to be had.
CREATE FUNCTION journal_entry_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines integer; debits numeric; credits numeric; branches_off integer;
BEGIN
  SELECT count(*), coalesce(sum(debit), 0), coalesce(sum(credit), 0) INTO lines, debits, credits
    FROM journal_lines WHERE organization_id = NEW.organization_id AND entry_id = NEW.id;
  SELECT count(*) INTO branches_off FROM (
    SELECT 1 FROM journal_lines WHERE organization_id = NEW.organization_id AND entry_id = NEW.id
    GROUP BY branch_id HAVING sum(debit) <> sum(credit)) AS off;
  IF lines <> NEW.line_count OR debits <> credits OR debits <> NEW.total_debit OR branches_off > 0 THEN
    RAISE EXCEPTION 'journal entry %/% is not balanced: % lines, debit %, credit %',
      NEW.organization_id, NEW.entry_number, lines, debits, credits USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_entry_balanced AFTER INSERT ON journal_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_entry_balanced();

-- One check per entry is enough only if no line can join an entry later.
CREATE FUNCTION journal_entry_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added JOIN journal_entries AS entry
      ON entry.organization_id = added.organization_id AND entry.id = added.entry_id
      WHERE entry.created_transaction <> pg_current_xact_id() OR entry.entry_date <> added.entry_date) THEN
    RAISE EXCEPTION 'the journal entry is sealed' USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER journal_entry_sealed AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION journal_entry_sealed();

CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is forbidden: the books are append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entries FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_lines FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tax_entries FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON allocations FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_moves FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();

REVOKE UPDATE, DELETE, TRUNCATE ON journal_entries, journal_lines, tax_entries, allocations, stock_moves, audit_log, document_revisions FROM mizan_app;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON currencies, countries, cities, product_types FROM mizan_app;
