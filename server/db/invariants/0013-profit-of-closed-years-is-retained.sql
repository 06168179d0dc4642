-- A closed year posted exactly its profit to retained earnings, per branch (I13).
WITH result AS (
  SELECT line.organization_id, entry.financial_year_id, line.branch_id, sum(line.credit - line.debit) AS profit
  FROM journal_lines AS line
  JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE account.class IN ('R', 'X') AND entry.kind <> 'closing' GROUP BY 1, 2, 3),
moved AS (
  SELECT line.organization_id, entry.financial_year_id, line.branch_id, sum(line.credit - line.debit) AS retained
  FROM journal_lines AS line
  JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE account.role = 'RETAINED' AND entry.kind = 'closing' GROUP BY 1, 2, 3)
SELECT organization_id, financial_year_id, branch_id, result.profit, moved.retained
FROM result FULL JOIN moved USING (organization_id, financial_year_id, branch_id)
JOIN financial_years AS year USING (organization_id)
WHERE year.id = financial_year_id
  AND coalesce(moved.retained, 0) <> CASE WHEN year.status = 'closed' AND year.closed_entry_number IS NOT NULL THEN coalesce(result.profit, 0) ELSE 0 END
