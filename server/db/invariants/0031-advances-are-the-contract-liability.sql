-- The contract liability equals the advance invoices before tax, less credits and deductions. An advance stores the deducted
-- amount, and an invoice its deductions (accounting rule 2.1-8).
WITH charged AS (
  SELECT organization_id, net_base AS amount FROM documents WHERE kind = 'advance_invoice' AND state = 'posted'
  UNION ALL
  SELECT note.organization_id, -note.net_base FROM documents AS note
  JOIN documents AS advance ON advance.organization_id = note.organization_id AND advance.id = note.reference_id AND advance.kind = 'advance_invoice'
  WHERE note.state = 'posted'
  UNION ALL
  SELECT organization_id, -net FROM advance_deductions WHERE is_posted),
held AS (
  SELECT line.organization_id, sum(line.credit - line.debit) AS amount FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id AND account.role = 'CONTRACT_LIAB'
  JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  WHERE entry.kind NOT IN ('opening', 'manual') GROUP BY 1)
SELECT organization_id, 0 AS id, 'contract liability' AS what, sums.amount, held.amount AS other
FROM (SELECT organization_id, sum(amount) AS amount FROM charged GROUP BY 1) AS sums FULL JOIN held USING (organization_id)
WHERE coalesce(sums.amount, 0) <> coalesce(held.amount, 0)
UNION ALL
SELECT document.organization_id, document.id, document.kind, document.advances_deducted, sum(own.net + own.tax)
FROM documents AS document
LEFT JOIN advance_deductions AS own ON own.organization_id = document.organization_id AND own.is_posted
  AND document.id = CASE document.kind WHEN 'advance_invoice' THEN own.advance_id ELSE own.invoice_id END
GROUP BY document.organization_id, document.id, document.kind, document.advances_deducted
HAVING document.advances_deducted::numeric <> coalesce(sum(own.net + own.tax), 0)
UNION ALL
-- The stored deductions of a posted invoice are its actual ones.
SELECT own.organization_id, own.invoice_id, 'not taken', own.net, 0
FROM advance_deductions AS own
JOIN documents AS invoice ON invoice.organization_id = own.organization_id AND invoice.id = own.invoice_id AND invoice.state = 'posted'
WHERE NOT own.is_posted
