-- The first and the last day of what settled a document or took it back (`allocations`), kept where its settlement is written. How
-- old debts were on a day long ago is then read from what was open on that day: without them, from all that was settled since.
ALTER TABLE documents ADD COLUMN settled_from date, ADD COLUMN settled_on date;

-- Row security binds the owner of the tables too; for this one look at all tenants it does not. Nothing that is counted changes.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE allocations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE documents DISABLE TRIGGER USER;
UPDATE documents SET settled_from = settled.first, settled_on = settled.last
FROM (SELECT organization_id, document_id, min(allocation_date) AS first, max(allocation_date) AS last FROM allocations GROUP BY 1, 2) AS settled
WHERE documents.organization_id = settled.organization_id AND documents.id = settled.document_id;
-- Rows that this transaction wrote already (0110) have their references asked again: now, for the table is altered below.
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
ALTER TABLE documents ENABLE TRIGGER USER;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE allocations FORCE ROW LEVEL SECURITY;

CREATE INDEX documents_settled ON documents (organization_id, kind, settled_on) INCLUDE (id, party_id, due_date, document_date) WHERE settled_on IS NOT NULL;
-- What was settled before its own day: it was moved to a later one. Hardly ever a row.
CREATE INDEX documents_settled_before ON documents (organization_id, document_date) WHERE settled_from < document_date;
-- One index for another: nothing else asked for allocations by their day.
DROP INDEX allocations_by_date;
