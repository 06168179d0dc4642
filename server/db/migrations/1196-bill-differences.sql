-- A bill that differs from its purchase order or from what was received: within the tolerance, or accepted with a reason by whom.
ALTER TABLE organizations ADD COLUMN bill_tolerance tax_percent NOT NULL DEFAULT 0;
ALTER TABLE document_lines ADD COLUMN difference_reason text CHECK (length(difference_reason) BETWEEN 1 AND 300), ADD COLUMN difference_accepted_by bigint,
  ADD CONSTRAINT document_lines_difference_accepted CHECK ((difference_reason IS NULL) = (difference_accepted_by IS NULL)),
  ADD CONSTRAINT document_lines_organization_id_difference_accepted_by_fkey FOREIGN KEY (organization_id, difference_accepted_by) REFERENCES users (organization_id, id);

-- Who may take back a bill may accept what differs on it.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, 'accept-bill-difference' FROM role_permissions WHERE permission = 'delete-bill'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
