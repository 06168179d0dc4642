-- A document is settled by exactly what was allocated to it, and its status says so (I07, I08).
SELECT document.organization_id, document.id, document.status, document.settled, sum(allocation.amount) AS allocated
FROM documents AS document
LEFT JOIN allocations AS allocation ON allocation.organization_id = document.organization_id AND allocation.document_id = document.id
GROUP BY document.organization_id, document.id
HAVING document.settled::numeric <> coalesce(sum(allocation.amount), 0)
  OR document.settled_base::numeric <> coalesce(sum(allocation.relief_base), 0)
  OR document.status <> CASE document.state WHEN 'draft' THEN 'draft' WHEN 'void' THEN 'void' ELSE CASE
    WHEN document.settled::numeric = document.total::numeric THEN 'paid'
    WHEN document.settled::numeric > 0 THEN 'partially_paid'
    WHEN document.kind IN ('bill', 'supplier_credit') THEN 'sent' ELSE 'confirmed' END END
