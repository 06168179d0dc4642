-- Each report is read with a permission of its own; whoever could read all of them keeps all of them.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, 'read-report-' || report
FROM role_permissions, unnest(ARRAY[
  'profit-and-loss',
  'balance-sheet',
  'cash-flow',
  'cost-center-report',
  'journal',
  'trial-balance',
  'account-statement',
  'vat-return',
  'vat-details',
  'aged-receivables',
  'aged-payables',
  'customer-statement',
  'supplier-statement',
  'sales-by-customer',
  'sales-by-product',
  'purchases-by-supplier',
  'purchases-by-product',
  'inventory-valuation',
  'stock-card'
]) AS report
WHERE permission = 'list-reports'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
