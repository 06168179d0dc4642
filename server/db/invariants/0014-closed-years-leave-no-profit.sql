-- Income and expense are zero at the end of a closed year, including closing entries (I14), and the year's snapshot equals the
-- lines of that day.
SELECT year.organization_id, year.id AS financial_year_id, line.account_id, line.branch_id, sum(line.debit - line.credit) AS left_over
FROM financial_years AS year
JOIN journal_lines AS line ON line.organization_id = year.organization_id AND line.entry_date <= year.ended_at
JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id AND account.class IN ('R', 'X')
WHERE year.status = 'closed' AND year.closed_entry_number IS NOT NULL
GROUP BY year.organization_id, year.id, line.account_id, line.branch_id HAVING sum(line.debit - line.credit) <> 0
UNION ALL
SELECT organization_id, financial_year_id, account_id, branch_id, kept.debit - kept.credit - coalesce(lines.net, 0)
FROM (
  SELECT year.organization_id, year.id AS financial_year_id, line.account_id, line.branch_id, line.currency_id,
    sum(line.debit) AS debit, sum(line.credit) AS credit, sum(line.debit - line.credit) AS net, sum(line.amount_currency) AS amount_currency
  FROM financial_years AS year
  JOIN journal_lines AS line ON line.organization_id = year.organization_id AND line.entry_date <= year.ended_at
  WHERE year.status = 'closed' AND year.closed_entry_number IS NOT NULL GROUP BY 1, 2, 3, 4, 5) AS lines
FULL JOIN balance_snapshots AS kept USING (organization_id, financial_year_id, account_id, branch_id, currency_id)
WHERE kept.debit::numeric IS DISTINCT FROM lines.debit OR kept.credit::numeric IS DISTINCT FROM lines.credit
  OR kept.amount_currency::numeric IS DISTINCT FROM lines.amount_currency
