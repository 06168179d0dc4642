-- What is open of a party is read by whoever reads what it sums to.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT DISTINCT organization_id, role_id, CASE WHEN permission LIKE '%payables' OR permission LIKE '%supplier%' THEN 'read-report-open-payables' ELSE 'read-report-open-receivables' END
FROM role_permissions
WHERE permission IN ('read-report-aged-receivables', 'read-report-customer-statement', 'read-report-aged-payables', 'read-report-supplier-statement')
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
