-- Every manual entry that debits one balance sheet account and credits another is stored as a candidate for transfers.
SELECT organization_id, entry_id, entry_date, moved.id FROM manual_transfer_candidates
FULL JOIN (
  SELECT entry.organization_id, entry.entry_date, entry.id, entry.id AS entry_id
  FROM journal_entries AS entry
  JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE entry.kind = 'manual' AND account.class NOT IN ('R', 'X')
  GROUP BY entry.organization_id, entry.entry_date, entry.id HAVING sum(line.debit) > 0 AND sum(line.credit) > 0) AS moved
  USING (organization_id, entry_date, entry_id)
WHERE manual_transfer_candidates.organization_id IS NULL OR moved.id IS NULL
