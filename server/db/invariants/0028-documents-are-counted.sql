-- The materialized totals of lists equal a count.
SELECT organization_id, kind, status, counted.count AS kept, actual.count
FROM (SELECT * FROM document_counts WHERE count <> 0) AS counted
FULL JOIN (
  SELECT organization_id, kind, status, count(*) FROM documents GROUP BY 1, 2, 3
  UNION ALL SELECT organization_id, kind, state, count(*) FROM payments GROUP BY 1, 2, 3
  UNION ALL SELECT organization_id, 'manual', state, count(*) FROM manual_entries GROUP BY 1, 2, 3) AS actual USING (organization_id, kind, status)
WHERE coalesce(counted.count, 0) <> coalesce(actual.count, 0)
