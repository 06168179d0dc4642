-- A reversed pair sums to zero on every account (I19); a void document leaves nothing behind (I20).
SELECT reversal.organization_id, reversal.id AS entry_id, line.account_id, sum(line.debit - line.credit) AS left_over
FROM journal_entries AS reversal
JOIN journal_lines AS line ON line.organization_id = reversal.organization_id AND line.entry_id IN (reversal.id, reversal.reverses_id)
WHERE reversal.reverses_id IS NOT NULL
GROUP BY reversal.organization_id, reversal.id, line.account_id, line.branch_id HAVING sum(line.debit - line.credit) <> 0
UNION ALL
SELECT document.organization_id, document.id, line.account_id, sum(line.debit - line.credit)
FROM documents AS document
JOIN journal_entries AS entry ON entry.organization_id = document.organization_id AND entry.source = document.kind AND entry.source_id = document.id
JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
WHERE document.state = 'void'
GROUP BY document.organization_id, document.id, line.account_id HAVING sum(line.debit - line.credit) <> 0
