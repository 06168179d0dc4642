-- Materialized daily balances equal the sums of the lines, for every key; monthly balances equal the sums of their days (I02).
WITH recomputed AS (
  SELECT line.organization_id, line.account_id, line.entry_date AS day, line.branch_id,
    coalesce(line.cost_center_id, 0) AS cost_center_id, line.currency_id,
    CASE entry.kind WHEN 'opening' THEN 1 WHEN 'closing' THEN 2 ELSE 0 END AS kind,
    sum(line.debit) AS debit, sum(line.credit) AS credit, sum(line.amount_currency) AS amount_currency, count(*) AS line_count
  FROM journal_lines AS line
  JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  GROUP BY 1, 2, 3, 4, 5, 6, 7),
months AS (
  SELECT organization_id, account_id, date_trunc('month', day)::date AS month, branch_id, cost_center_id, currency_id, kind,
    sum(debit) AS debit, sum(credit) AS credit, sum(amount_currency) AS amount_currency, sum(line_count) AS line_count
  FROM recomputed GROUP BY 1, 2, 3, 4, 5, 6, 7)
SELECT organization_id, account_id, 'day' AS span, day, kept.debit, recomputed.debit AS lines_debit, kept.credit, recomputed.credit AS lines_credit
FROM recomputed
FULL JOIN daily_balances AS kept USING (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind)
WHERE kept.debit::numeric IS DISTINCT FROM recomputed.debit OR kept.credit::numeric IS DISTINCT FROM recomputed.credit
  OR kept.amount_currency::numeric IS DISTINCT FROM recomputed.amount_currency OR kept.line_count IS DISTINCT FROM recomputed.line_count
UNION ALL
SELECT organization_id, account_id, 'month', month, kept.debit, months.debit, kept.credit, months.credit
FROM months
FULL JOIN monthly_balances AS kept USING (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind)
WHERE kept.debit::numeric IS DISTINCT FROM months.debit OR kept.credit::numeric IS DISTINCT FROM months.credit
  OR kept.amount_currency::numeric IS DISTINCT FROM months.amount_currency OR kept.line_count IS DISTINCT FROM months.line_count
