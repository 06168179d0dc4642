-- The difference of an allocation is the value of the payment less the carrying amount, and each entry realised exactly its
-- differences. So the exchange difference of a settled document is what was paid less its carrying amount (I25). An allocation
-- reversed by itself has its reversal in a separate entry; when its payment is reversed later, both entries are reversed.
-- Reversed entries are therefore compared together with their reversals, by source.
SELECT organization_id, id, entry_id, fx_difference_base, source_base - carrying_base AS realised FROM allocations
WHERE fx_difference_base::numeric <> source_base - carrying_base
UNION ALL
SELECT entry.organization_id, 0, max(entry.id), sum(coalesce(allocated.difference, 0)), sum(posted.realised)
FROM (
  SELECT entry.organization_id, entry.id, entry.source, entry.source_id,
    entry.reverses_id IS NOT NULL OR EXISTS (
      SELECT FROM journal_entries AS later
      WHERE later.organization_id = entry.organization_id AND later.reverses_id = entry.id) AS is_undone
  FROM (
    SELECT organization_id, entry_id FROM allocations
    UNION SELECT allocation.organization_id, mirror.id FROM allocations AS allocation
    JOIN journal_entries AS mirror ON mirror.organization_id = allocation.organization_id AND mirror.reverses_id = allocation.entry_id) AS meant
  JOIN journal_entries AS entry ON entry.organization_id = meant.organization_id AND entry.id = meant.entry_id) AS entry
LEFT JOIN (
  SELECT allocation.organization_id, allocation.entry_id,
    sum(CASE document.party_kind WHEN 'customer' THEN allocation.fx_difference_base ELSE -allocation.fx_difference_base END) AS difference
  FROM allocations AS allocation
  JOIN documents AS document ON document.organization_id = allocation.organization_id AND document.id = allocation.document_id
  GROUP BY 1, 2) AS allocated ON allocated.organization_id = entry.organization_id AND allocated.entry_id = entry.id
CROSS JOIN LATERAL (
  SELECT coalesce(sum(line.credit - line.debit), 0) AS realised FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE line.organization_id = entry.organization_id AND line.entry_id = entry.id AND account.role IN ('FX_GAIN_R', 'FX_LOSS_R')) AS posted
GROUP BY entry.organization_id, CASE WHEN entry.is_undone THEN entry.source || entry.source_id ELSE entry.id::text END
HAVING sum(coalesce(allocated.difference, 0)) <> sum(posted.realised)
