-- Entries of a day are found by the index that has their numbers too; which entry a reversal took back is found by its id.
-- One index fewer to write with every entry.
DROP INDEX journal_entries_by_date;
