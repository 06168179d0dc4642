-- A journal entry taken back on another day: it stands, and so does its mirror.
ALTER TABLE manual_entries
  ADD COLUMN reversal_entry_id bigint,
  ADD COLUMN reversed_on date,
  ADD COLUMN reversal_reason text,
  ADD FOREIGN KEY (organization_id, reversal_entry_id) REFERENCES journal_entries (organization_id, id);
