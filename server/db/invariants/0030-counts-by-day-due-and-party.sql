-- The counters by date, due date and party equal counts and sums of the rows.
SELECT organization_id, kind, 'day' AS kept_by, day::text AS key, status, kept.count AS kept, actual.count, 0 AS kept_amount, 0 AS amount
FROM (SELECT * FROM document_counts_by_date WHERE count <> 0) AS kept
FULL JOIN (
  SELECT organization_id, kind, status, document_date AS day, count(*) FROM documents GROUP BY 1, 2, 3, 4
  UNION ALL SELECT organization_id, kind, state, payment_date, count(*) FROM payments GROUP BY 1, 2, 3, 4
  UNION ALL SELECT organization_id, 'manual', state, journal_date, count(*) FROM manual_entries GROUP BY 1, 2, 3, 4) AS actual
  USING (organization_id, kind, status, day)
WHERE coalesce(kept.count, 0) <> coalesce(actual.count, 0)
UNION ALL
SELECT organization_id, kind, 'due', due_date::text || is_open::text, status, kept.count, actual.count, kept.open_base, actual.open_base
FROM (SELECT * FROM document_counts_by_due_date WHERE count <> 0 OR open_base <> 0) AS kept
FULL JOIN (
  SELECT organization_id, kind, status, state = 'posted' AND settled < total AS is_open, due_date, count(*),
    sum(CASE WHEN state = 'posted' AND settled < total THEN total_base - settled_base ELSE 0 END) AS open_base
  FROM documents GROUP BY 1, 2, 3, 4, 5) AS actual
  USING (organization_id, kind, status, is_open, due_date)
WHERE coalesce(kept.count, 0) <> coalesce(actual.count, 0) OR coalesce(kept.open_base, 0) <> coalesce(actual.open_base, 0)
UNION ALL
SELECT organization_id, kind, 'party', party_id::text || '.' || year, status, kept.count, actual.count, kept.net_base, actual.net_base
FROM (SELECT * FROM document_counts_by_party WHERE count <> 0 OR net_base <> 0) AS kept
FULL JOIN (
  SELECT organization_id, kind, party_id, extract(year FROM document_date)::smallint AS year, status, count(*), sum(net_base) AS net_base FROM documents GROUP BY 1, 2, 3, 4, 5
  UNION ALL SELECT organization_id, kind, party_id, extract(year FROM payment_date)::smallint, state, count(*), 0 FROM payments GROUP BY 1, 2, 3, 4, 5) AS actual
  USING (organization_id, kind, party_id, year, status)
WHERE coalesce(kept.count, 0) <> coalesce(actual.count, 0) OR coalesce(kept.net_base, 0) <> coalesce(actual.net_base, 0)
