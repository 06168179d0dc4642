-- The VAT accounts move together with the rows of the VAT return (I12).
WITH accounts_moved AS (
  SELECT line.organization_id, line.entry_id, sum(line.credit - line.debit) AS tax
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  WHERE account.role IN ('VAT_OUT', 'VAT_RC', 'VAT_IN', 'VAT_IMP') AND entry.kind NOT IN ('vat_settlement', 'opening', 'manual')
  GROUP BY 1, 2),
rows_written AS (
  SELECT organization_id, entry_id,
    sum(CASE WHEN box IN ('1', '1b', '2', '3', '4', '5') THEN sign * tax ELSE -sign * tax END) AS tax
  FROM tax_entries GROUP BY 1, 2)
SELECT organization_id, entry_id, accounts_moved.tax, rows_written.tax AS rows_tax
FROM accounts_moved FULL JOIN rows_written USING (organization_id, entry_id)
WHERE coalesce(accounts_moved.tax, 0) <> coalesce(rows_written.tax, 0)
