-- A set-off settles the same amount of invoices and of bills, which is its amount; a void one settles nothing.
SELECT set_off.organization_id, set_off.id, set_off.amount, sides.customer, sides.supplier, sides.difference
FROM set_offs AS set_off
LEFT JOIN LATERAL (
  SELECT sum(allocation.amount) FILTER (WHERE document.party_kind = 'customer') AS customer,
    sum(allocation.amount) FILTER (WHERE document.party_kind = 'supplier') AS supplier, sum(allocation.fx_difference_base) AS difference
  FROM allocations AS allocation
  JOIN documents AS document ON document.organization_id = allocation.organization_id AND document.id = allocation.document_id
  WHERE allocation.organization_id = set_off.organization_id AND allocation.set_off_id = set_off.id) AS sides ON true
WHERE coalesce(sides.customer, 0) <> CASE set_off.state WHEN 'void' THEN 0 ELSE set_off.amount::numeric END
  OR coalesce(sides.supplier, 0) <> CASE set_off.state WHEN 'void' THEN 0 ELSE set_off.amount::numeric END
  OR coalesce(sides.difference, 0) <> CASE set_off.state WHEN 'void' THEN 0 ELSE set_off.difference_base::numeric END
