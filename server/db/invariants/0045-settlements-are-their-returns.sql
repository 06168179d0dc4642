-- The settlement entry of a return moves on the VAT accounts exactly the amount due for its days, without opening balances and
-- never twice.
SELECT period.organization_id, period.id, (period.figures ->> 'due')::numeric + (period.figures ->> 'corrections')::numeric AS due, settled.tax
FROM vat_periods AS period
LEFT JOIN LATERAL (
  SELECT coalesce(sum(line.debit - line.credit), 0) AS tax FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE line.organization_id = period.organization_id AND line.entry_id = period.entry_id
    AND account.role IN ('VAT_OUT', 'VAT_RC', 'VAT_IN', 'VAT_IMP')) AS settled ON true
WHERE (period.figures ->> 'due')::numeric + (period.figures ->> 'corrections')::numeric <> settled.tax
