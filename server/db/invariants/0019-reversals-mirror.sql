-- A reversed pair sums to zero on every account, branch, party and currency; an entry is reversed at most once (I19).
SELECT reversal.organization_id, reversal.id AS entry_id, line.account_id, sum(line.debit - line.credit) AS left_over
FROM journal_entries AS reversal
JOIN journal_lines AS line ON line.organization_id = reversal.organization_id AND line.entry_id IN (reversal.id, reversal.reverses_id)
WHERE reversal.reverses_id IS NOT NULL
GROUP BY reversal.organization_id, reversal.id, line.account_id, line.branch_id, line.party_id, line.currency_id
HAVING sum(line.debit - line.credit) <> 0 OR sum(line.amount_currency) <> 0
UNION ALL
SELECT organization_id, reverses_id, 0, count(*) FROM journal_entries
WHERE reverses_id IS NOT NULL GROUP BY organization_id, reverses_id HAVING count(*) > 1
