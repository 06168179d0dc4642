-- A finished reconciliation ends with the balance of the previous one plus its matched lines. A matched line belongs to its
-- account, is not later, and has its amount in the currency of the bank.
SELECT organization_id, id, NULL::bigint AS entry_id, statement_balance, matched FROM (
  SELECT reconciliation.organization_id, reconciliation.id, reconciliation.statement_balance,
    coalesce(sum(lines.amount) OVER (PARTITION BY reconciliation.organization_id, reconciliation.account_id ORDER BY reconciliation.statement_date), 0) AS matched
  FROM bank_reconciliations AS reconciliation
  LEFT JOIN LATERAL (SELECT sum(amount) AS amount FROM bank_reconciliation_lines AS line
    WHERE line.organization_id = reconciliation.organization_id AND line.reconciliation_id = reconciliation.id) AS lines ON true
  WHERE reconciliation.state = 'finished') AS finished
WHERE statement_balance <> matched
UNION ALL
SELECT matched.organization_id, reconciliation.id, matched.entry_id, matched.amount, line.debit - line.credit
FROM bank_reconciliation_lines AS matched
JOIN bank_reconciliations AS reconciliation ON reconciliation.organization_id = matched.organization_id AND reconciliation.id = matched.reconciliation_id
JOIN organizations AS organization ON organization.organization_id = matched.organization_id
JOIN journal_lines AS line ON line.organization_id = matched.organization_id AND line.entry_id = matched.entry_id AND line.line_number = matched.line_number
WHERE line.account_id <> reconciliation.account_id OR line.entry_date > reconciliation.statement_date
  OR matched.amount <> CASE WHEN reconciliation.currency_id = organization.currency_id THEN line.debit - line.credit
    WHEN reconciliation.currency_id = line.currency_id THEN line.amount_currency ELSE 0 END
