-- Which cost center a row's income or expense belongs to (ledger.md 4.3). One that rows name can neither go nor be forgotten.
ALTER TABLE document_lines ADD COLUMN cost_center_id bigint;
ALTER TABLE document_lines ADD FOREIGN KEY (organization_id, cost_center_id) REFERENCES cost_centers (organization_id, id);
CREATE INDEX document_lines_by_cost_center ON document_lines (organization_id, cost_center_id) WHERE cost_center_id IS NOT NULL;
