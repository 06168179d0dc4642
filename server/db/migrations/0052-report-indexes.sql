-- What the reports walk by. Open documents with what an ageing needs of them; what was settled or taken back after a day;
-- the journal day by day in the order of its numbers.
DROP INDEX documents_open;
CREATE INDEX documents_open ON documents (organization_id, kind, party_id, due_date) INCLUDE (total_base, settled_base, document_date)
  WHERE state = 'posted' AND settled < total;
CREATE INDEX allocations_by_date ON allocations (organization_id, allocation_date) INCLUDE (document_id, relief_base);
CREATE INDEX journal_entries_reversals ON journal_entries (organization_id, entry_date) INCLUDE (reverses_id, source, source_id)
  WHERE reverses_id IS NOT NULL;
CREATE INDEX journal_entries_by_day ON journal_entries (organization_id, entry_date, entry_number) INCLUDE (kind, posted_by, total_debit);
CREATE INDEX journal_entries_by_kind ON journal_entries (organization_id, kind, entry_date, entry_number) INCLUDE (posted_by, total_debit);
