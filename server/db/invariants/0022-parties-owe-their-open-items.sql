-- The control account of each customer or supplier equals the open amount of their documents (I22).
WITH open_items AS (
  SELECT organization_id, party_id, sum(total_base - settled_base) AS amount FROM documents
  WHERE state = 'posted' AND kind NOT IN ('credit_note', 'supplier_credit', 'opening_customer_credit', 'opening_supplier_credit') GROUP BY 1, 2),
control AS (
  SELECT line.organization_id, line.party_id,
    sum(CASE account.role WHEN 'AR' THEN line.debit - line.credit ELSE line.credit - line.debit END) AS amount
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE account.role IN ('AR', 'AP') GROUP BY 1, 2)
SELECT organization_id, party_id, open_items.amount, control.amount AS control
FROM open_items FULL JOIN control USING (organization_id, party_id)
WHERE coalesce(open_items.amount, 0) <> coalesce(control.amount, 0)
