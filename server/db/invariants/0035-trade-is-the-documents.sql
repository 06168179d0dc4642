-- The materialized totals of sales and purchases by party and by product equal the rows of posted documents.
WITH lines AS (
  SELECT document.organization_id, document.kind, date_trunc('month', document.document_date)::date AS month, document.party_id, document.branch_id,
    line.product_id, line.quantity, CASE WHEN line.is_return THEN line.quantity ELSE 0 END AS returned, line.net_base,
    coalesce(line.tax_base, line.tax_share) AS tax_base,
    line.cost_base
  FROM documents AS document JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
  WHERE document.state = 'posted' AND document.kind IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit')
    -- A credit note on an advance invoice reverses no sale.
    AND NOT EXISTS (SELECT 1 FROM documents AS advance WHERE advance.organization_id = document.organization_id
      AND advance.id = document.reference_id AND advance.kind = 'advance_invoice')),
parties AS (
  SELECT organization_id, kind, month, party_id, branch_id, sum(net_base) AS net, sum(tax_base) AS tax, sum(cost_base) AS cost, count(*) AS line_count
  FROM lines GROUP BY 1, 2, 3, 4, 5),
products AS (
  SELECT organization_id, kind, month, product_id, branch_id, sum(quantity) AS quantity, sum(returned) AS returned, sum(net_base) AS net,
    sum(tax_base) AS tax, sum(cost_base) AS cost, count(*) AS line_count
  FROM lines GROUP BY 1, 2, 3, 4, 5)
SELECT organization_id, kind, month, 'party' AS of, party_id AS id, kept.net AS kept, parties.net, kept.cost AS kept_cost, parties.cost, kept.line_count AS kept_count, parties.line_count, kept.tax AS kept_tax, parties.tax
FROM (SELECT * FROM trade_monthly_by_party WHERE line_count <> 0 OR tax <> 0 OR net <> 0 OR cost <> 0) AS kept
FULL JOIN parties USING (organization_id, kind, month, party_id, branch_id)
WHERE kept.net::numeric IS DISTINCT FROM parties.net OR kept.tax::numeric IS DISTINCT FROM parties.tax OR kept.cost::numeric IS DISTINCT FROM parties.cost OR kept.line_count IS DISTINCT FROM parties.line_count
UNION ALL
SELECT organization_id, kind, month, 'product', product_id, kept.net, products.net, kept.cost, products.cost, kept.line_count, products.line_count, kept.tax, products.tax
FROM (SELECT * FROM trade_monthly_by_product WHERE line_count <> 0 OR tax <> 0 OR net <> 0 OR cost <> 0 OR quantity <> 0 OR returned <> 0) AS kept
FULL JOIN products USING (organization_id, kind, month, product_id, branch_id)
WHERE kept.net::numeric IS DISTINCT FROM products.net OR kept.tax::numeric IS DISTINCT FROM products.tax OR kept.cost::numeric IS DISTINCT FROM products.cost
  OR kept.quantity::numeric IS DISTINCT FROM products.quantity OR kept.returned::numeric IS DISTINCT FROM products.returned
  OR kept.line_count IS DISTINCT FROM products.line_count
UNION ALL
SELECT organization_id, 'undone', NULL, 'line', document_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM trade_pending_reversals
