-- Notes to the statements are for those who read the balance sheet.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, 'read-report-statement-notes' FROM role_permissions WHERE permission = 'read-report-balance-sheet'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
