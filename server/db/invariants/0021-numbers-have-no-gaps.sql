-- Entry numbers and the numbers of our own series run from one without a gap (I21).
SELECT organization_id, 'entry' AS kind, '' AS scope, count(*) AS counted, max(entry_number) AS highest
FROM journal_entries GROUP BY organization_id HAVING count(*) <> max(entry_number)
UNION ALL
SELECT organization_id, 'invoice', substr(number, 5, 4), count(*), max(substr(number, 10)::bigint)
FROM documents WHERE kind = 'invoice' AND number ~ '^INV-[0-9]{4}-[0-9]{6,}$'
GROUP BY organization_id, substr(number, 5, 4) HAVING count(*) <> max(substr(number, 10)::bigint)
UNION ALL
SELECT organization_id, 'advance_invoice', substr(number, 5, 4), count(*), max(substr(number, 10)::bigint)
FROM documents WHERE kind = 'advance_invoice' AND number ~ '^ADV-[0-9]{4}-[0-9]{6,}$'
GROUP BY organization_id, substr(number, 5, 4) HAVING count(*) <> max(substr(number, 10)::bigint)
UNION ALL
SELECT organization_id, kind, substr(number, 5, 4), count(*), max(substr(number, 10)::bigint)
FROM payments WHERE number ~ '^(RCV|PAY)-[0-9]{4}-[0-9]{6,}$'
GROUP BY organization_id, kind, substr(number, 5, 4) HAVING count(*) <> max(substr(number, 10)::bigint)
UNION ALL
SELECT organization_id, kind, substr(number, 4, 4), count(*), max(substr(number, 9)::bigint)
FROM documents WHERE (kind, left(number, 3)) IN (('credit_note', 'CN-'), ('debit_note', 'DN-'), ('supplier_credit', 'SC-'))
  AND number ~ '^[A-Z]{2}-[0-9]{4}-[0-9]{6,}$'
GROUP BY organization_id, kind, substr(number, 4, 4) HAVING count(*) <> max(substr(number, 9)::bigint)
UNION ALL
SELECT organization_id, 'manual', substr(number, 4, 4), count(*), max(substr(number, 9)::bigint)
FROM manual_entries WHERE number ~ '^JV-[0-9]{4}-[0-9]{6,}$'
GROUP BY organization_id, substr(number, 4, 4) HAVING count(*) <> max(substr(number, 9)::bigint)
UNION ALL
SELECT organization_id, 'count', substr(number, 5, 4), count(*), max(substr(number, 10)::bigint)
FROM stock_counts GROUP BY organization_id, substr(number, 5, 4) HAVING count(*) <> max(substr(number, 10)::bigint)
UNION ALL
SELECT organization_id, 'set_off', substr(number, 5, 4), count(*), max(substr(number, 10)::bigint)
FROM set_offs GROUP BY organization_id, substr(number, 5, 4) HAVING count(*) <> max(substr(number, 10)::bigint)
