-- Branches sum to the organisation: the balances between them net to zero (I17).
SELECT balance.organization_id, balance.month, sum(balance.debit - balance.credit) AS left_over
FROM monthly_balances AS balance
JOIN accounts AS account ON account.organization_id = balance.organization_id AND account.id = balance.account_id
WHERE account.role = 'INTERBR'
GROUP BY balance.organization_id, balance.month HAVING sum(balance.debit - balance.credit) <> 0
