-- An entry's date is in its financial year. A year that was never opened has no entries, and none was added to a year after it
-- was closed (I11).
SELECT entry.organization_id, entry.id, entry.entry_date, year.status
FROM journal_entries AS entry
JOIN financial_years AS year ON year.organization_id = entry.organization_id AND year.id = entry.financial_year_id
WHERE entry.entry_date NOT BETWEEN year.started_at AND year.ended_at OR year.status = 'draft'
  OR (year.status = 'closed' AND entry.entry_number > year.closed_entry_number)
