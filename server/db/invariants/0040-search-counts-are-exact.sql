-- A cached search count, corrected by the change log, equals a full count, in total and by the text of rows alone, unless the
-- matching parties have changed.
WITH listed AS (
  SELECT mark.organization_id, mark.list, row.id <= mark.max_id AS is_old, row.party_id, row.search_text
  FROM list_snapshots AS mark
  CROSS JOIN LATERAL (
    SELECT id, party_id, search_text FROM documents AS document
    WHERE document.organization_id = mark.organization_id AND kind = split_part(mark.list, '/', 1) AND CASE split_part(mark.list, '/', 2)
      WHEN '' THEN status <> 'void' WHEN 'overdue' THEN state = 'posted' AND settled < total AND due_date < mark.overdue_as_of ELSE status = split_part(mark.list, '/', 2) END
    UNION ALL SELECT id, party_id, search_text FROM payments AS payment
    WHERE payment.organization_id = mark.organization_id AND kind = mark.list AND state = 'posted') AS row
  WHERE mark.generation > 0 AND mark.set_at > now() - interval '1 day'),
told AS (
  SELECT mark.organization_id, mark.list, change.weight::bigint, change.party_id, change.search_text
  FROM list_snapshots AS mark JOIN list_row_changes AS change ON change.organization_id = mark.organization_id AND change.list = mark.list AND change.id <= mark.max_id
  UNION ALL SELECT organization_id, list, 1, party_id, search_text FROM listed WHERE NOT is_old)
SELECT find.organization_id, find.list, find.pattern, find.count + moved.more AS kept, actual.count, find.own_text_count + moved.more_own AS kept_own, actual.own
FROM list_snapshots AS mark
JOIN list_search_counts AS find ON find.organization_id = mark.organization_id AND find.list = mark.list AND find.generation = mark.generation
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(party.id), '{}') AS ids, md5(coalesce(string_agg(party.id::text, ',' ORDER BY party.id), '')) AS named
  FROM parties AS party WHERE party.organization_id = find.organization_id AND party.search_text LIKE find.pattern
    AND party.kind = find.party) AS found
CROSS JOIN LATERAL (
  SELECT coalesce(sum(weight), 0) AS all_told,
    coalesce(sum(weight) FILTER (WHERE party_id = ANY (found.ids) OR search_text LIKE find.pattern), 0) AS more,
    coalesce(sum(weight) FILTER (WHERE NOT party_id = ANY (found.ids) AND search_text LIKE find.pattern), 0) AS more_own
  FROM told WHERE told.organization_id = mark.organization_id AND told.list = mark.list) AS moved
CROSS JOIN LATERAL (
  SELECT count(*) AS listed, count(*) FILTER (WHERE party_id = ANY (found.ids) OR search_text LIKE find.pattern) AS count,
    count(*) FILTER (WHERE NOT party_id = ANY (found.ids) AND search_text LIKE find.pattern) AS own
  FROM listed WHERE listed.organization_id = mark.organization_id AND listed.list = mark.list) AS actual
WHERE find.parties = found.named AND mark.set_at > now() - interval '1 day' AND mark.count + moved.all_told = actual.listed
  AND (find.count + moved.more, find.own_text_count + moved.more_own) <> (actual.count, actual.own)
