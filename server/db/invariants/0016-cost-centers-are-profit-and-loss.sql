-- Cost centers, including none, sum to profit and loss (I16): every materialized balance and every line names an existing
-- center, or none.
SELECT balance.organization_id, balance.account_id, balance.month, balance.cost_center_id
FROM monthly_balances AS balance
LEFT JOIN cost_centers AS center ON center.organization_id = balance.organization_id AND center.id = balance.cost_center_id
WHERE balance.cost_center_id <> 0 AND center.id IS NULL
