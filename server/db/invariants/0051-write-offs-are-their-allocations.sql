-- An active write-off has the amount of its allocations, in both currencies; a void one has none.
SELECT given.organization_id, given.id, given.amount, sum(allocation.amount) AS allocated
FROM write_offs AS given
LEFT JOIN allocations AS allocation ON allocation.organization_id = given.organization_id AND allocation.write_off_id = given.id
GROUP BY given.organization_id, given.id, given.amount, given.amount_base, given.state
HAVING coalesce(sum(allocation.amount), 0) <> CASE given.state WHEN 'posted' THEN given.amount::numeric ELSE 0 END
  OR coalesce(sum(allocation.carrying_base), 0) <> CASE given.state WHEN 'posted' THEN given.amount_base::numeric ELSE 0 END
