-- An entry's date lies in its financial year, and no year that was never opened has entries.
SELECT entry.organization_id, entry.id, entry.entry_date, year.status
FROM journal_entries AS entry
JOIN financial_years AS year ON year.organization_id = entry.organization_id AND year.id = entry.financial_year_id
WHERE entry.entry_date NOT BETWEEN year.started_at AND year.ended_at OR year.status = 'draft'
