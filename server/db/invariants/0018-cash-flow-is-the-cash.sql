-- The monthly movement of the cash accounts is explained by all other accounts, without opening and closing entries (I18).
SELECT balance.organization_id, balance.month,
  coalesce(sum(balance.debit - balance.credit) FILTER (WHERE account.cash_flow_tag = 'cash'), 0) AS cash,
  coalesce(sum(balance.credit - balance.debit) FILTER (WHERE account.cash_flow_tag IS DISTINCT FROM 'cash'), 0) AS explained
FROM monthly_balances AS balance
JOIN accounts AS account ON account.organization_id = balance.organization_id AND account.id = balance.account_id
WHERE balance.kind = 0
GROUP BY balance.organization_id, balance.month
HAVING coalesce(sum(balance.debit - balance.credit) FILTER (WHERE account.cash_flow_tag = 'cash'), 0)
  <> coalesce(sum(balance.credit - balance.debit) FILTER (WHERE account.cash_flow_tag IS DISTINCT FROM 'cash'), 0)
