-- First and last settlement date of a document equal those of its allocations.
SELECT document.organization_id, document.id, document.first_settled_on, document.last_settled_on, min(allocation_date) AS first, max(allocation_date) AS last
FROM documents AS document
LEFT JOIN allocations AS allocation ON allocation.organization_id = document.organization_id AND allocation.document_id = document.id
GROUP BY document.organization_id, document.id, document.first_settled_on, document.last_settled_on
HAVING document.first_settled_on IS DISTINCT FROM min(allocation_date) OR document.last_settled_on IS DISTINCT FROM max(allocation_date)
