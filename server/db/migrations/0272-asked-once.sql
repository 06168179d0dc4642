-- What a posting asked several times over. A foreign key costs it some twelve microseconds a row: those that say what another
-- one or a trigger says anyway go, an invariant asks for what they said (0006, 0010).

-- Whose rows are seen, written with one cast: `NULLIF` stood in every statement once for each table and condition. Connections
-- of the application begin with a tenant of zero, which is nobody (`server/db/pool.ts`); where none is set at all, it is null.
DO $$
DECLARE tenant_table regclass;
BEGIN
  FOR tenant_table IN SELECT polrelid FROM pg_policy WHERE polname = 'tenant' AND pg_get_expr(polqual, polrelid) LIKE '%NULLIF%' LOOP
    EXECUTE format('ALTER POLICY tenant ON %s USING (organization_id = current_setting(''app.organization_id'', true)::bigint)
      WITH CHECK (organization_id = current_setting(''app.organization_id'', true)::bigint)', tenant_table);
  END LOOP;
END $$;

-- The product of a move is that of its stock item, which the same statement writes; the tax of a row is one of its document's.
ALTER TABLE stock_moves DROP CONSTRAINT stock_moves_organization_id_product_id_fkey, DROP CONSTRAINT stock_moves_organization_id_document_id_fkey,
  DROP CONSTRAINT stock_moves_organization_id_entry_id_fkey;
ALTER TABLE document_lines DROP CONSTRAINT document_lines_organization_id_tax_id_fkey;
ALTER TABLE journal_lines DROP CONSTRAINT journal_lines_organization_id_document_id_fkey;

CREATE OR REPLACE FUNCTION journal_entry_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added LEFT JOIN journal_entries AS entry
      ON entry.organization_id = added.organization_id AND entry.id = added.entry_id
      WHERE entry.id IS NULL OR entry.created_transaction <> pg_current_xact_id() OR entry.entry_date <> added.entry_date
        OR (added.debit = 0) = (added.credit = 0) OR (added.party_kind IS NULL) <> (added.party_id IS NULL)
        OR (added.document_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM documents WHERE organization_id = added.organization_id AND id = added.document_id))) THEN
    RAISE EXCEPTION 'the journal entry is sealed, or a line of it has not one side and one party, or names a document that is not there'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- What lines, moves and entries name stays: more than the keys said, which stopped only what still was named.
CREATE FUNCTION document_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the document %/% is issued and stays', OLD.organization_id, OLD.id USING ERRCODE = 'foreign_key_violation';
END $$;
CREATE TRIGGER document_stays BEFORE DELETE ON documents FOR EACH ROW WHEN (OLD.state <> 'draft') EXECUTE FUNCTION document_stays();
