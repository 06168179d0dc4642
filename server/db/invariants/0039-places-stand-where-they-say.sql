-- A place in a list stands, with what moved since it was set, where counting finds it; of a long list some places are asked for.
SELECT place.organization_id, place.kind, place.sort, place.rank, moved.below AS kept, actual.count
FROM list_marks AS mark
JOIN list_places AS place ON place.organization_id = mark.organization_id AND place.kind = mark.kind AND place.setting = mark.setting
CROSS JOIN LATERAL (
  SELECT coalesce(sum(told.weight), 0) AS all_told, coalesce(sum(told.weight) FILTER (WHERE CASE place.sort
    WHEN 'amount' THEN (told.amount, told.id) < (place.amount, place.id) WHEN 'number' THEN (told.number, told.id) < (place.word, place.id)
    WHEN 'age' THEN told.id < place.id ELSE (told.name, told.party_id) < (place.word, place.id) END), 0) + place.rank AS below
  FROM (
    SELECT id, weight, amount, number, party_name AS name, party_id FROM list_changes
    WHERE organization_id = mark.organization_id AND kind = mark.kind AND id <= mark.upto
    UNION ALL SELECT document.id, 1, total_units, number, party.name, party_id FROM documents AS document
    JOIN parties AS party ON party.organization_id = mark.organization_id AND party.id = party_id
    WHERE document.organization_id = mark.organization_id AND document.kind = mark.kind AND document.id > mark.upto AND document.status <> 'void'
    UNION ALL SELECT payment.id, 1, amount_units, number, party.name, party_id FROM payments AS payment
    JOIN parties AS party ON party.organization_id = mark.organization_id AND party.id = party_id
    WHERE payment.organization_id = mark.organization_id AND payment.kind = mark.kind AND payment.id > mark.upto AND payment.state = 'posted') AS told) AS moved
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE CASE place.sort
    WHEN 'amount' THEN (row.amount, row.id) < (place.amount, place.id) WHEN 'number' THEN (row.number, row.id) < (place.word, place.id)
    WHEN 'age' THEN row.id < place.id ELSE (row.name, row.party_id) < (place.word, place.id) END) AS count
  FROM (
    SELECT document.id, total_units AS amount, number, party.name, party_id FROM documents AS document
    JOIN parties AS party ON party.organization_id = mark.organization_id AND party.id = party_id
    WHERE document.organization_id = mark.organization_id AND document.kind = mark.kind AND document.status <> 'void'
    UNION ALL SELECT payment.id, amount_units, number, party.name, party_id FROM payments AS payment
    JOIN parties AS party ON party.organization_id = mark.organization_id AND party.id = party_id
    WHERE payment.organization_id = mark.organization_id AND payment.kind = mark.kind AND payment.state = 'posted') AS row) AS actual
WHERE place.rank / 1000 % (1 + mark.count / 5000) = 0
  AND mark.count + moved.all_told = (SELECT sum(kept.count) FROM document_counts AS kept
    WHERE kept.organization_id = mark.organization_id AND kept.kind = mark.kind AND kept.status <> 'void')
  AND moved.below <> actual.count
