-- Who reads the value of stock may read what of it is sold slowly.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT DISTINCT organization_id, role_id, 'read-report-slow-moving-stock' FROM role_permissions
WHERE permission = 'read-report-inventory-valuation'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
