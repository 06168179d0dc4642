-- What the goods of a document cost, beside its net and tax: sales by customer over parts of months need no rows.
ALTER TABLE documents ADD COLUMN cost_base money_amount NOT NULL DEFAULT 0;

-- Row security binds the owner of the tables too; for this one look at all tenants it does not. Nothing that is counted changes.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE documents DISABLE TRIGGER USER;
UPDATE documents SET cost_base = line.cost
FROM (SELECT organization_id, document_id, sum(cost_base) AS cost FROM document_lines WHERE cost_base > 0 GROUP BY 1, 2) AS line
WHERE documents.organization_id = line.organization_id AND documents.id = line.document_id;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
ALTER TABLE documents ENABLE TRIGGER USER;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines FORCE ROW LEVEL SECURITY;
