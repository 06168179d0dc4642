-- Void and reversed records net to zero on every account, and have no allocations (I20).
WITH gone AS (
  SELECT organization_id, kind AS source, id FROM documents WHERE state = 'void'
  UNION ALL SELECT organization_id, kind || '_payment', id FROM payments WHERE state = 'void'
  UNION ALL SELECT organization_id, 'set_off', id FROM set_offs WHERE state = 'void'
  UNION ALL SELECT organization_id, 'manual', id FROM manual_entries WHERE state = 'void' OR reversal_entry_id IS NOT NULL
  UNION ALL SELECT organization_id, 'inventory_count', id FROM stock_counts WHERE state = 'void'
  UNION ALL SELECT organization_id, 'opening_clearing', id FROM opening_clearings WHERE state = 'reversed'
  UNION ALL SELECT revaluation.organization_id, source, revaluation.id FROM fx_revaluations AS revaluation,
    unnest(ARRAY['fx_revaluation', 'fx_revaluation_cash', 'fx_revaluation_return']) AS source WHERE revaluation.state = 'reversed')
SELECT gone.organization_id, gone.source, gone.id, line.account_id, sum(line.debit - line.credit) AS left_over
FROM gone
JOIN journal_entries AS entry ON entry.organization_id = gone.organization_id AND entry.source = gone.source AND entry.source_id = gone.id
JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
GROUP BY gone.organization_id, gone.source, gone.id, line.account_id HAVING sum(line.debit - line.credit) <> 0
UNION ALL
SELECT document.organization_id, document.kind, document.id, 0, sum(allocation.amount)
FROM documents AS document
JOIN allocations AS allocation ON allocation.organization_id = document.organization_id AND allocation.document_id = document.id
WHERE document.state = 'void' GROUP BY document.organization_id, document.kind, document.id HAVING sum(allocation.amount) <> 0
UNION ALL
SELECT payment.organization_id, payment.kind, payment.id, 0, sum(allocation.amount)
FROM payments AS payment
JOIN allocations AS allocation ON allocation.organization_id = payment.organization_id AND allocation.payment_id = payment.id
WHERE payment.state = 'void' GROUP BY payment.organization_id, payment.kind, payment.id HAVING sum(allocation.amount) <> 0
UNION ALL
SELECT note.organization_id, note.kind, note.id, 0, sum(allocation.amount)
FROM documents AS note
JOIN allocations AS allocation ON allocation.organization_id = note.organization_id AND allocation.note_id = note.id
WHERE note.state = 'void' GROUP BY note.organization_id, note.kind, note.id HAVING sum(allocation.amount) <> 0
