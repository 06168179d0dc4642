-- Who reads the card of a product may read that of its batches and serial numbers: where they came from, where they are, and who got them.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, 'read-report-lot-card' FROM role_permissions WHERE permission = 'read-report-stock-card'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
