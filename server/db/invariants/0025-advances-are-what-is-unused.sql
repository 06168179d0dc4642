-- The advance accounts equal the unused part of each party's payments and notes (I05, I22).
WITH unused AS (
  SELECT organization_id, party_kind, party_id, amount_base - allocated_base - refunded_base AS amount FROM payments WHERE state = 'posted'
  UNION ALL
  SELECT organization_id, party_kind, party_id, total_base - settled_base FROM documents
  WHERE state = 'posted' AND kind IN ('credit_note', 'supplier_credit', 'opening_customer_credit', 'opening_supplier_credit')),
waiting AS (
  -- A payment of a later document is an advance until that document's day.
  SELECT organization_id, party_kind, party_id, sum(amount) AS amount FROM unused GROUP BY 1, 2, 3),
held AS (
  SELECT line.organization_id, CASE account.role WHEN 'CUST_ADV' THEN 'customer' ELSE 'supplier' END AS party_kind, line.party_id,
    sum(CASE account.role WHEN 'CUST_ADV' THEN line.credit - line.debit ELSE line.debit - line.credit END) AS amount
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE account.role IN ('CUST_ADV', 'SUPP_ADV') GROUP BY 1, 2, 3)
SELECT organization_id, party_kind, party_id, waiting.amount, held.amount AS held
FROM waiting FULL JOIN held USING (organization_id, party_kind, party_id)
WHERE coalesce(waiting.amount, 0) <> coalesce(held.amount, 0)
