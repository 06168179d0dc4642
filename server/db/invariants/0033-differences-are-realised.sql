-- The difference of an allocation is what the money was worth less what it relieved, and each entry realised exactly its
-- differences, so a settled document's exchange difference is what was paid for it less what it stood for (I25).
SELECT organization_id, id, entry_id, difference_base, source_base - relief_base AS realised FROM allocations
WHERE difference_base::numeric <> source_base - relief_base
UNION ALL
SELECT allocated.organization_id, 0, allocated.entry_id, allocated.difference, posted.realised
FROM (
  SELECT allocation.organization_id, allocation.entry_id,
    sum(CASE document.party_kind WHEN 'customer' THEN allocation.difference_base ELSE -allocation.difference_base END) AS difference
  FROM allocations AS allocation
  JOIN documents AS document ON document.organization_id = allocation.organization_id AND document.id = allocation.document_id
  GROUP BY 1, 2) AS allocated
LEFT JOIN LATERAL (
  SELECT coalesce(sum(line.credit - line.debit), 0) AS realised FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE line.organization_id = allocated.organization_id AND line.entry_id = allocated.entry_id AND account.role IN ('FX_GAIN_R', 'FX_LOSS_R')) AS posted ON true
WHERE allocated.difference <> posted.realised
