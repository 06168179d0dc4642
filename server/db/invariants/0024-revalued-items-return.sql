-- After the reversal on the next day the revaluation accounts of open items are zero (I24).
SELECT line.organization_id, revaluation.id, account.role, line.branch_id, sum(line.debit - line.credit) AS left_over
FROM fx_revaluations AS revaluation
JOIN journal_lines AS line ON line.organization_id = revaluation.organization_id AND line.entry_date <= revaluation.revaluation_date + 1
JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id AND account.role IN ('AR_FXADJ', 'AP_FXADJ')
WHERE revaluation.return_entry_id IS NOT NULL
  -- A revaluation of the next day itself is correct there.
  AND NOT EXISTS (SELECT 1 FROM fx_revaluations AS next WHERE next.organization_id = revaluation.organization_id
    AND next.state = 'posted' AND next.revaluation_date = revaluation.revaluation_date + 1)
GROUP BY line.organization_id, revaluation.id, account.role, line.branch_id HAVING sum(line.debit - line.credit) <> 0
UNION ALL
-- And the reversal was posted as soon as that day was in an open year.
SELECT revaluation.organization_id, revaluation.id, 'no way back', NULL, revaluation.gain - revaluation.loss
FROM fx_revaluations AS revaluation
JOIN financial_years AS year ON year.organization_id = revaluation.organization_id AND year.status <> 'draft'
  AND revaluation.revaluation_date + 1 BETWEEN year.started_at AND year.ended_at
WHERE revaluation.state = 'posted' AND revaluation.items_entry_id IS NOT NULL AND revaluation.return_entry_id IS NULL
