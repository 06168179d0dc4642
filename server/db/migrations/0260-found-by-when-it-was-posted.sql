-- What was posted into past days only since a time is met by leading from day to day of a year; the years themselves are
-- still asked by the beginning of the index.
DROP INDEX journal_entries_by_year;
CREATE INDEX journal_entries_by_posting ON journal_entries (organization_id, financial_year_id, entry_date, posted_at);
