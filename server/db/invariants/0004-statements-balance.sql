-- The trial balance is zero in every month, branch and kind of entry (I03). At the end of every month assets equal liabilities,
-- equity and unclosed profit (I04).
SELECT organization_id, month, 'branch ' || branch_id || ', kind ' || kind AS what, sum(debit - credit) AS left_over
FROM monthly_balances GROUP BY organization_id, month, branch_id, kind HAVING sum(debit - credit) <> 0
UNION ALL
SELECT organization_id, month, 'assets less liabilities and equity', standing FROM (
  SELECT organization_id, month, sum(sum(balance.debit - balance.credit) FILTER (WHERE account.class = 'A')) OVER upto
    + sum(sum(balance.debit - balance.credit) FILTER (WHERE account.class IN ('L', 'E', 'R', 'X'))) OVER upto AS standing
  FROM monthly_balances AS balance JOIN accounts AS account USING (organization_id)
  WHERE account.id = balance.account_id GROUP BY organization_id, month
  WINDOW upto AS (PARTITION BY organization_id ORDER BY month)) AS months
WHERE standing <> 0
