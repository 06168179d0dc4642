-- The hash chain equals the entries, from the first on: an entry, line or tax row that was changed, removed or inserted after
-- hashing is found at its number. The first rows are where the chain breaks.
SELECT hash.organization_id, hash.entry_number,
  CASE WHEN hash.entry_number <> hash.number_before + 1 THEN 'a hash is missing before it'
    WHEN hash.prev <> hash.before THEN 'it does not follow the hash before it'
    WHEN entry.id IS NULL THEN 'the entry is missing'
    ELSE 'the entry is not what was sealed' END AS what
FROM (
  SELECT *, lag(sha256, 1, decode(repeat('00', 32), 'hex')) OVER chain AS before, lag(entry_number, 1, 0::bigint) OVER chain AS number_before
  FROM journal_entry_hashes WINDOW chain AS (PARTITION BY organization_id ORDER BY entry_number)) AS hash
LEFT JOIN journal_entries AS entry ON entry.organization_id = hash.organization_id AND entry.entry_number = hash.entry_number
WHERE hash.entry_number <> hash.number_before + 1 OR hash.prev <> hash.before
  OR hash.sha256 IS DISTINCT FROM sha256(hash.prev || convert_to(entry_text(hash.organization_id, entry.id), 'UTF8'))
UNION ALL
SELECT series.organization_id, series.next_number, 'hashes are missing at the end'
FROM number_series AS series
WHERE series.kind = 'entry_hash'
  AND series.next_number - 1 <> (SELECT coalesce(max(entry_number), 0) FROM journal_entry_hashes WHERE organization_id = series.organization_id)
UNION ALL
-- Entries are sealed within seconds. Where a day of work has passed since and earlier ones are sealed, the sealing has stopped.
SELECT entry.organization_id, entry.entry_number, 'it was not sealed for a day'
FROM journal_entries AS entry
JOIN (
  SELECT organization_id, max(entry_number) AS last FROM journal_entry_hashes GROUP BY organization_id) AS sealed ON sealed.organization_id = entry.organization_id
WHERE entry.entry_number > sealed.last
  AND entry.posted_at < (SELECT max(at) FROM audit_log WHERE organization_id = entry.organization_id) - interval '1 day'
ORDER BY 1, 2
