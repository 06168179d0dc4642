-- The rows behind sales and purchases are read by whoever reads what they sum to.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT DISTINCT organization_id, role_id, CASE WHEN permission LIKE '%sales%' THEN 'read-report-sales-details' ELSE 'read-report-purchases-details' END
FROM role_permissions
WHERE permission IN ('read-report-sales-by-customer', 'read-report-sales-by-product', 'read-report-purchases-by-supplier', 'read-report-purchases-by-product')
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
