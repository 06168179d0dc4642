-- On every day the open amount of each party's documents equals the control account (I23): a document counts from its day until
-- the day of its reversal, less what was settled up to the day.
WITH items AS (
  SELECT document.organization_id, document.party_id, document.document_date AS day, document.total_base::numeric AS amount FROM documents AS document
  WHERE document.state IN ('posted', 'void') AND document.entry_id IS NOT NULL
    AND document.kind NOT IN ('credit_note', 'supplier_credit', 'opening_customer_credit', 'opening_supplier_credit')
  UNION ALL
  SELECT document.organization_id, document.party_id, reversal.entry_date, -document.total_base::numeric FROM documents AS document
  JOIN journal_entries AS reversal ON reversal.organization_id = document.organization_id AND reversal.reverses_id = document.entry_id
  WHERE document.state = 'void' AND document.kind NOT IN ('credit_note', 'supplier_credit', 'opening_customer_credit', 'opening_supplier_credit')
  UNION ALL
  SELECT allocation.organization_id, document.party_id, allocation.allocation_date, -allocation.carrying_base FROM allocations AS allocation
  JOIN documents AS document ON document.organization_id = allocation.organization_id AND document.id = allocation.document_id),
days AS (SELECT organization_id, party_id, day, sum(amount) AS amount FROM items GROUP BY 1, 2, 3),
control AS (
  SELECT line.organization_id, line.party_id, line.entry_date AS day,
    sum(CASE account.role WHEN 'AR' THEN line.debit - line.credit ELSE line.credit - line.debit END) AS amount
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE account.role IN ('AR', 'AP') GROUP BY 1, 2, 3)
SELECT organization_id, party_id, day, days.amount, control.amount AS control
FROM days FULL JOIN control USING (organization_id, party_id, day)
WHERE coalesce(days.amount, 0) <> coalesce(control.amount, 0)
