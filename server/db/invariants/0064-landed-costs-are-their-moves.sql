-- A cost that goods bear is the sum of its shares and the sum of its entry, and what of it raised the stock moved there; one that was taken
-- back leaves nothing.
SELECT cost.organization_id, cost.id, cost.amount, line.amount AS shares, line.stock_amount, moved.value, posted.amount AS posted
FROM landed_costs AS cost
LEFT JOIN LATERAL (SELECT sum(amount) AS amount, sum(stock_amount) AS stock_amount FROM landed_cost_lines
  WHERE organization_id = cost.organization_id AND landed_cost_id = cost.id) AS line ON true
LEFT JOIN LATERAL (SELECT sum(quantity) AS quantity, sum(value) AS value FROM stock_moves
  WHERE organization_id = cost.organization_id AND landed_cost_id = cost.id) AS moved ON true
LEFT JOIN LATERAL (SELECT total_debit AS amount FROM journal_entries
  WHERE organization_id = cost.organization_id AND id = cost.entry_id) AS posted ON true
WHERE cost.amount::numeric <> coalesce(line.amount, 0) OR cost.amount::numeric <> coalesce(posted.amount, 0) OR coalesce(moved.quantity, 0) <> 0
  OR coalesce(moved.value, 0) <> CASE cost.state WHEN 'void' THEN 0 ELSE coalesce(line.stock_amount, 0) END
UNION ALL
-- A bill is posted as long as one of its rows is spread.
SELECT cost.organization_id, cost.id, cost.amount, NULL, NULL, NULL, NULL
FROM landed_costs AS cost
JOIN documents AS bill ON bill.organization_id = cost.organization_id AND bill.id = cost.bill_id
WHERE cost.state = 'posted' AND (bill.state <> 'posted' OR bill.kind <> 'bill')
