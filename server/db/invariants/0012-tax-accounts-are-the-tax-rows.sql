-- The VAT accounts move together with the rows of the VAT return (I12, accounting rule 2.1-7).
WITH accounts_moved AS (
  SELECT line.organization_id, line.entry_id, sum(line.credit - line.debit) AS tax
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  WHERE account.role IN ('VAT_OUT', 'VAT_RC', 'VAT_IN', 'VAT_IMP') AND entry.kind NOT IN ('vat_settlement', 'opening')
    -- A manual entry has such rows only if it was made of a bank's line that contains tax.
    AND (entry.kind <> 'manual' OR EXISTS (SELECT FROM tax_entries AS row WHERE row.organization_id = line.organization_id AND row.entry_id = line.entry_id))
  GROUP BY 1, 2),
rows_written AS (
  SELECT organization_id, entry_id,
    sum(CASE WHEN box IN ('1', '1b', '2', '3', '4', '5', '14') THEN sign * tax ELSE -sign * tax END) AS tax
  FROM tax_entries GROUP BY 1, 2)
SELECT organization_id, entry_id, accounts_moved.tax, rows_written.tax AS rows_tax
FROM accounts_moved FULL JOIN rows_written USING (organization_id, entry_id)
WHERE coalesce(accounts_moved.tax, 0) <> coalesce(rows_written.tax, 0)
UNION ALL
-- A filed return leaves these accounts at zero on its last day, in every branch, except for settlements after a closed year.
SELECT period.organization_id, period.entry_id, sum(line.credit - line.debit), 0
FROM vat_periods AS period
JOIN journal_lines AS line ON line.organization_id = period.organization_id AND (line.entry_date <= period.ended_at
  OR line.entry_id IN (SELECT settled.entry_id FROM vat_periods AS settled
    WHERE settled.organization_id = period.organization_id AND settled.ended_at <= period.ended_at))
JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
WHERE account.role IN ('VAT_OUT', 'VAT_RC', 'VAT_IN', 'VAT_IMP')
GROUP BY period.organization_id, period.id, period.entry_id, account.id, line.branch_id HAVING sum(line.credit - line.debit) <> 0
UNION ALL
-- Its figures still equal the tax rows of its days.
SELECT period.organization_id, period.entry_id, (period.figures ->> 'due')::numeric + (period.figures ->> 'corrections')::numeric, rows.tax
FROM vat_periods AS period
JOIN LATERAL (
  SELECT coalesce(sum(CASE WHEN box IN ('1', '1b', '2', '3', '4', '5', '14') THEN sign * tax ELSE -sign * tax END), 0) AS tax FROM tax_entries
  WHERE organization_id = period.organization_id AND tax_date BETWEEN period.started_at AND period.ended_at) AS rows ON true
WHERE (period.figures ->> 'due')::numeric + (period.figures ->> 'corrections')::numeric <> rows.tax
UNION ALL
-- It carries the credit of the return filed before it, unless that was claimed back, the first one what was brought along, and its
-- net is what is left.
SELECT period.organization_id, period.entry_id, (period.figures ->> 'carried')::numeric, coalesce(before.credit, opened.credit, 0)
FROM vat_periods AS period
LEFT JOIN LATERAL (
  SELECT CASE WHEN claimed_at IS NULL THEN greatest(-net, 0) ELSE 0 END AS credit FROM vat_periods
  WHERE organization_id = period.organization_id AND ended_at < period.started_at ORDER BY ended_at DESC LIMIT 1) AS before ON true
LEFT JOIN LATERAL (
  SELECT greatest(sum(line.debit - line.credit), 0) AS credit FROM opening_balances AS opening
  JOIN journal_lines AS line ON line.organization_id = opening.organization_id AND line.entry_id = opening.entry_id AND line.entry_date <= period.ended_at
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id AND account.role = 'VAT_SETTLE'
  WHERE opening.organization_id = period.organization_id) AS opened ON true
WHERE (period.figures ->> 'carried')::numeric <> coalesce(before.credit, opened.credit, 0)
  OR period.net <> (period.figures ->> 'due')::numeric + (period.figures ->> 'corrections')::numeric - (period.figures ->> 'carried')::numeric
