-- A journal entry may be put aside before it is posted (ledger.md 1.5). A draft stands in nothing but this table: the journal
-- is never told of it. Its number is its own id, or one that somebody typed; the series' next is taken when it is posted.
ALTER TABLE manual_entries DROP CONSTRAINT manual_entries_state_check;
ALTER TABLE manual_entries ADD CONSTRAINT manual_entries_state_check CHECK (state IN ('draft', 'posted', 'void'));
ALTER TABLE manual_entries ADD CONSTRAINT manual_entries_draft_is_not_posted CHECK (state <> 'draft' OR entry_id IS NULL);
CREATE INDEX manual_entries_draft ON manual_entries (organization_id, journal_date, id) WHERE state = 'draft';
