-- Every entry balances in total and per branch, its header equals its lines, and no amount has more decimals than its currency
-- (I01).
SELECT entry.organization_id, entry.id, entry.total_debit, sum(line.debit) AS debit, sum(line.credit) AS credit
FROM journal_entries AS entry
LEFT JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
GROUP BY entry.organization_id, entry.id, entry.total_debit, entry.line_count
HAVING sum(line.debit) IS DISTINCT FROM sum(line.credit) OR sum(line.debit) IS DISTINCT FROM entry.total_debit::numeric OR count(*) <> entry.line_count
UNION ALL
SELECT organization_id, entry_id, 0, sum(debit), sum(credit) FROM journal_lines
GROUP BY organization_id, entry_id, branch_id HAVING sum(debit) <> sum(credit)
UNION ALL
SELECT line.organization_id, line.entry_id, line.amount_currency, line.debit, line.credit FROM journal_lines AS line
JOIN organizations AS organization ON organization.organization_id = line.organization_id
JOIN currencies AS base ON base.id = organization.currency_id
JOIN currencies AS own ON own.id = line.currency_id
WHERE line.debit + line.credit <> round(line.debit + line.credit, base.decimals) OR line.amount_currency <> round(line.amount_currency, own.decimals)
