-- What lines are asked for is looked up by key, whatever the planner knows of an organisation: it takes the rows of a statement for
-- a thousand, and for one it believes small it read all its documents to have them at hand. A posting among 3,000 entries cost
-- the database half as much again, and more with each. `OFFSET 0` keeps the look-ups what they are.
CREATE OR REPLACE FUNCTION journal_entry_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added
      LEFT JOIN LATERAL (SELECT id, created_transaction, entry_date FROM journal_entries
        WHERE organization_id = added.organization_id AND id = added.entry_id OFFSET 0) AS entry ON true
      LEFT JOIN LATERAL (SELECT id FROM documents
        WHERE organization_id = added.organization_id AND id = added.document_id OFFSET 0) AS document ON true
      WHERE entry.id IS NULL OR entry.created_transaction <> pg_current_xact_id() OR entry.entry_date <> added.entry_date
        OR (added.debit = 0) = (added.credit = 0) OR (added.party_kind IS NULL) <> (added.party_id IS NULL)
        OR (added.document_id IS NOT NULL AND document.id IS NULL)) THEN
    RAISE EXCEPTION 'the journal entry is sealed, or a line of it has not one side and one party, or names a document that is not there'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
