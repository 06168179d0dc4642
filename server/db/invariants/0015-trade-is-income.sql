-- Posted sales and their notes before tax equal the income of their entries, and their cost equals the stock issued, and what was delivered
-- before (I15).
-- Advance invoices are not sales, nor are credits of them.
WITH sold AS (
  SELECT document.organization_id, document.id, document.entry_id,
    CASE document.kind WHEN 'credit_note' THEN -document.net_base ELSE document.net_base::numeric END AS net,
    CASE document.kind WHEN 'credit_note' THEN -1 ELSE 1 END AS way
  FROM documents AS document
  WHERE document.state = 'posted' AND document.kind IN ('invoice', 'debit_note', 'credit_note')
    AND NOT EXISTS (SELECT 1 FROM documents AS advance WHERE advance.organization_id = document.organization_id
      AND advance.id = document.reference_id AND advance.kind = 'advance_invoice'))
SELECT sold.organization_id, sold.id, sold.net, posted.income, sold.way * rows.cost AS cost, posted.cost AS posted_cost, cleared.value - coalesce(moved.value, 0) AS left_stock
FROM sold
LEFT JOIN LATERAL (
  SELECT sum(line.credit - line.debit) FILTER (WHERE account.class = 'R' AND account.role IS DISTINCT FROM 'FX_GAIN_R') AS income,
    sum(line.debit - line.credit) FILTER (WHERE account.role IN ('COGS', 'PROMO')) AS cost
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE line.organization_id = sold.organization_id AND line.entry_id = sold.entry_id) AS posted ON true
LEFT JOIN LATERAL (SELECT sum(cost_base) AS cost FROM document_lines
  WHERE organization_id = sold.organization_id AND document_id = sold.id) AS rows ON true
-- A move of value alone is a purchase price variance (2.1-5), not cost of sales.
LEFT JOIN LATERAL (SELECT sum(value) AS value FROM stock_moves
  WHERE organization_id = sold.organization_id AND document_id = sold.id AND quantity <> 0) AS moved ON true
LEFT JOIN LATERAL (SELECT coalesce(sum(value), 0) AS value FROM goods_clearings
  WHERE organization_id = sold.organization_id AND document_id = sold.id) AS cleared ON true
WHERE coalesce(posted.income, 0) <> sold.net OR coalesce(posted.cost, 0) <> coalesce(sold.way * rows.cost, 0)
  OR cleared.value - coalesce(moved.value, 0) <> coalesce(sold.way * rows.cost, 0)
