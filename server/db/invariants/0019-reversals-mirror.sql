-- An entry and its reversal sum to zero on every account, branch, cost center, party, document, product and currency, and in
-- every box of the return. An entry is reversed at most once (I19).
SELECT reversal.organization_id, reversal.id AS entry_id, line.account_id, sum(line.debit - line.credit) AS left_over
FROM journal_entries AS reversal
JOIN journal_lines AS line ON line.organization_id = reversal.organization_id AND line.entry_id IN (reversal.id, reversal.reverses_id)
WHERE reversal.reverses_id IS NOT NULL
GROUP BY reversal.organization_id, reversal.id, line.account_id, line.branch_id, line.cost_center_id, line.party_id, line.document_id, line.product_id,
  line.currency_id
HAVING sum(line.debit - line.credit) <> 0 OR sum(line.amount_currency) <> 0
UNION ALL
SELECT organization_id, reverses_id, 0, count(*) FROM journal_entries
WHERE reverses_id IS NOT NULL GROUP BY organization_id, reverses_id HAVING count(*) > 1
UNION ALL
SELECT reversal.organization_id, reversal.id, 0, sum(row.sign * row.tax)
FROM journal_entries AS reversal
JOIN tax_entries AS row ON row.organization_id = reversal.organization_id AND row.entry_id IN (reversal.id, reversal.reverses_id)
WHERE reversal.reverses_id IS NOT NULL
GROUP BY reversal.organization_id, reversal.id, row.box, row.is_adjustment, row.tax_id, row.branch_id
HAVING sum(row.sign * row.base) <> 0 OR sum(row.sign * row.tax) <> 0
