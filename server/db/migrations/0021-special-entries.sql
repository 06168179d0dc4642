-- Opening and closing entries are few, and statements tell them from business by this alone.
CREATE INDEX journal_entries_special ON journal_entries (organization_id, entry_date, id) INCLUDE (kind) WHERE kind IN ('opening', 'closing');
