-- The days between which a document was settled are those of its allocations.
SELECT document.organization_id, document.id, document.settled_from, document.settled_on, min(allocation_date) AS first, max(allocation_date) AS last
FROM documents AS document
LEFT JOIN allocations AS allocation ON allocation.organization_id = document.organization_id AND allocation.document_id = document.id
GROUP BY document.organization_id, document.id
HAVING document.settled_from IS DISTINCT FROM min(allocation_date) OR document.settled_on IS DISTINCT FROM max(allocation_date)
