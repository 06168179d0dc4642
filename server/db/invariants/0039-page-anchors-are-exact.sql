-- A page anchor, corrected by the change log, is where counting finds its row. Of a long list some anchors are checked.
WITH listed AS (
  SELECT mark.organization_id, mark.list, row.id, row.id <= mark.max_id AS is_old, row.day, row.amount, row.number, party.name, row.party_id
  FROM list_snapshots AS mark
  CROSS JOIN LATERAL (
    SELECT id, document_date AS day, total_units AS amount, number, party_id FROM documents AS document
    WHERE document.organization_id = mark.organization_id AND kind = split_part(mark.list, '/', 1) AND CASE split_part(mark.list, '/', 2)
      WHEN '' THEN status <> 'void' WHEN 'overdue' THEN state = 'posted' AND settled < total AND due_date < mark.overdue_as_of ELSE status = split_part(mark.list, '/', 2) END
    UNION ALL SELECT id, payment_date, amount_units, number, party_id FROM payments AS payment
    WHERE payment.organization_id = mark.organization_id AND kind = mark.list AND state = 'posted') AS row
  JOIN parties AS party ON party.organization_id = mark.organization_id AND party.id = row.party_id
  WHERE mark.generation > 0 AND mark.set_at > now() - interval '1 day'),
told AS (
  SELECT mark.organization_id, mark.list, change.id, change.weight::bigint, change.day, change.amount, change.number, change.party_name AS name, change.party_id
  FROM list_snapshots AS mark JOIN list_row_changes AS change ON change.organization_id = mark.organization_id AND change.list = mark.list AND change.id <= mark.max_id
  UNION ALL SELECT organization_id, list, id, 1, day, amount, number, name, party_id FROM listed WHERE NOT is_old)
SELECT place.organization_id, place.list, place.sort, place.rank, place.rank + moved.below AS kept, actual.count
FROM list_snapshots AS mark
JOIN list_page_anchors AS place ON place.organization_id = mark.organization_id AND place.list = mark.list AND place.generation = mark.generation
CROSS JOIN LATERAL (SELECT coalesce(sum(weight), 0) AS all_told, coalesce(sum(weight) FILTER (WHERE CASE place.sort
    WHEN 'day' THEN (told.day, told.id) < (place.day, place.id) WHEN 'amount' THEN (told.amount, told.id) < (place.amount, place.id)
    WHEN 'number' THEN (told.number, told.id) < (place.sort_text, place.id) WHEN 'age' THEN told.id < place.id
    ELSE (told.name, told.party_id) < (place.sort_text, place.id) END), 0) AS below
  FROM told WHERE told.organization_id = mark.organization_id AND told.list = mark.list) AS moved
CROSS JOIN LATERAL (SELECT count(*) AS listed, count(*) FILTER (WHERE CASE place.sort
    WHEN 'day' THEN (row.day, row.id) < (place.day, place.id) WHEN 'amount' THEN (row.amount, row.id) < (place.amount, place.id)
    WHEN 'number' THEN (row.number, row.id) < (place.sort_text, place.id) WHEN 'age' THEN row.id < place.id
    ELSE (row.name, row.party_id) < (place.sort_text, place.id) END) AS count
  FROM listed AS row WHERE row.organization_id = mark.organization_id AND row.list = mark.list) AS actual
WHERE mark.set_at > now() - interval '1 day' AND place.rank / 1000 % (1 + mark.count / 5000) = 0
  AND mark.count + moved.all_told = actual.listed AND place.rank + moved.below <> actual.count
