-- The figures of a cost center equal the rows of the documents: for each invoice, income less cost by center. Only income and
-- expense have centers, except in manual entries.
SELECT rows.organization_id, rows.document_id, rows.cost_center_id, rows.result AS in_rows, coalesce(posted.result, 0) AS in_books
FROM (
  SELECT line.organization_id, line.document_id, document.entry_id, line.cost_center_id, sum(line.net_base - line.cost_base) AS result
  FROM document_lines AS line
  JOIN documents AS document ON document.organization_id = line.organization_id AND document.id = line.document_id
  WHERE line.cost_center_id IS NOT NULL AND document.kind = 'invoice' AND document.state = 'posted'
  GROUP BY line.organization_id, line.document_id, document.entry_id, line.cost_center_id
) AS rows
LEFT JOIN LATERAL (
  SELECT sum(line.credit - line.debit) AS result FROM journal_lines AS line
  WHERE line.organization_id = rows.organization_id AND line.entry_id = rows.entry_id AND line.cost_center_id = rows.cost_center_id
) AS posted ON true
WHERE rows.result <> coalesce(posted.result, 0)
UNION ALL
SELECT line.organization_id, line.document_id, line.cost_center_id, NULL, line.debit - line.credit
FROM journal_lines AS line
JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
WHERE line.cost_center_id IS NOT NULL AND entry.kind <> 'manual' AND account.class NOT IN ('R', 'X')
