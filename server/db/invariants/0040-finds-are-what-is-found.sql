-- What a piece was counted to find, in all and by the text of rows alone, is with what moved since as much as it finds; unless its
-- parties are others meanwhile.
SELECT find.organization_id, find.kind, find.pattern, find.count + moved.more AS kept, actual.count, find.own + moved.more_own AS kept_own, actual.own
FROM list_marks AS mark
JOIN list_finds AS find ON find.organization_id = mark.organization_id AND find.kind = mark.kind AND find.setting = mark.setting
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(party.id), '{}') AS ids, md5(coalesce(string_agg(party.id::text, ',' ORDER BY party.id), '')) AS named
  FROM parties AS party WHERE party.organization_id = find.organization_id AND party.search_text LIKE find.pattern
    AND party.kind = find.party) AS found
CROSS JOIN LATERAL (
  SELECT coalesce(sum(told.weight), 0) AS all_told,
    coalesce(sum(told.weight) FILTER (WHERE told.party_id = ANY (found.ids) OR told.search_text LIKE find.pattern), 0) AS more,
    coalesce(sum(told.weight) FILTER (WHERE NOT told.party_id = ANY (found.ids) AND told.search_text LIKE find.pattern), 0) AS more_own
  FROM (
    SELECT weight, party_id, search_text FROM list_changes
    WHERE organization_id = mark.organization_id AND kind = mark.kind AND id <= mark.upto
    UNION ALL SELECT 1, party_id, search_text FROM documents
    WHERE organization_id = mark.organization_id AND kind = mark.kind AND id > mark.upto AND status <> 'void'
    UNION ALL SELECT 1, party_id, search_text FROM payments
    WHERE organization_id = mark.organization_id AND kind = mark.kind AND id > mark.upto AND state = 'posted') AS told) AS moved
CROSS JOIN LATERAL (
  SELECT count(*) AS count, count(*) FILTER (WHERE NOT row.party_id = ANY (found.ids)) AS own FROM (
    SELECT party_id, search_text FROM documents
    WHERE organization_id = mark.organization_id AND kind = mark.kind AND status <> 'void'
    UNION ALL SELECT party_id, search_text FROM payments
    WHERE organization_id = mark.organization_id AND kind = mark.kind AND state = 'posted') AS row
  WHERE row.party_id = ANY (found.ids) OR row.search_text LIKE find.pattern) AS actual
WHERE find.parties = found.named
  AND mark.count + moved.all_told = (SELECT sum(kept.count) FROM document_counts AS kept
    WHERE kept.organization_id = mark.organization_id AND kept.kind = mark.kind AND kept.status <> 'void')
  AND (find.count + moved.more, find.own + moved.more_own) <> (actual.count, actual.own)
