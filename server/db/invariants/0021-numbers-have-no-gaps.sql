-- Entry numbers run from one without a gap, and so do the numbers of our own series after those that came in by an import (I21).
SELECT organization_id, 'entry' AS kind, '' AS scope, count(*) AS counted, max(entry_number) AS highest
FROM journal_entries GROUP BY organization_id HAVING count(*) <> max(entry_number)
UNION ALL
SELECT numbered.organization_id, numbered.kind, numbered.scope, count(*), max(numbered.place)
FROM (
  SELECT organization_id, kind, substr(number, 5, 4) AS scope, substr(number, 10)::bigint AS place
  FROM documents WHERE (kind, left(number, 4)) IN (('invoice', 'INV-'), ('advance_invoice', 'ADV-')) AND number ~ '^[A-Z]{3}-[0-9]{4}-[0-9]{6,}$'
  UNION ALL
  SELECT organization_id, kind, substr(number, 4, 4), substr(number, 9)::bigint
  FROM documents WHERE (kind, left(number, 3)) IN (('credit_note', 'CN-'), ('debit_note', 'DN-'), ('supplier_credit', 'SC-')) AND number ~ '^[A-Z]{2}-[0-9]{4}-[0-9]{6,}$'
  UNION ALL
  SELECT organization_id, kind, substr(number, 5, 4), substr(number, 10)::bigint FROM payments WHERE number ~ '^(RCV|PAY)-[0-9]{4}-[0-9]{6,}$'
  UNION ALL
  SELECT organization_id, 'manual', substr(number, 4, 4), substr(number, 9)::bigint FROM manual_entries WHERE number ~ '^JV-[0-9]{4}-[0-9]{6,}$'
  UNION ALL
  SELECT organization_id, 'count', substr(number, 5, 4), substr(number, 10)::bigint FROM stock_counts WHERE number ~ '^[A-Z]{3}-[0-9]{4}-[0-9]{6,}$'
  UNION ALL
  SELECT organization_id, 'set_off', substr(number, 5, 4), substr(number, 10)::bigint FROM set_offs WHERE number ~ '^SET-[0-9]{4}-[0-9]{6,}$'
  UNION ALL
  SELECT organization_id, 'transfer', substr(number, 5, 4), substr(number, 10)::bigint FROM stock_transfers WHERE number ~ '^TRF-[0-9]{4}-[0-9]{6,}$') AS numbered
LEFT JOIN number_series AS series
  ON series.organization_id = numbered.organization_id AND series.kind = numbered.kind AND series.scope = numbered.scope
GROUP BY numbered.organization_id, numbered.kind, numbered.scope, series.taken_over
HAVING count(*) FILTER (WHERE numbered.place > coalesce(series.taken_over, 0))
  <> greatest(max(numbered.place), series.taken_over) - coalesce(series.taken_over, 0)
UNION ALL
-- The counter of entries is at the last one: ahead it would leave a gap, behind every posting would fail.
SELECT series.organization_id, 'entry counter', '', series.next_number - 1, coalesce(last.number, 0)
FROM number_series AS series
LEFT JOIN LATERAL (SELECT max(entry_number) AS number FROM journal_entries AS entry WHERE entry.organization_id = series.organization_id) AS last ON true
WHERE series.kind = 'entry' AND series.next_number - 1 <> coalesce(last.number, 0)
