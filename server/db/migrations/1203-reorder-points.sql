-- What of a product should always be there, and how much is ordered at once (decision 0257).
ALTER TABLE products
  ADD COLUMN reorder_point item_quantity,
  ADD COLUMN reorder_quantity item_quantity,
  ADD CONSTRAINT products_reorder_quantity CHECK (reorder_quantity IS NULL OR (reorder_quantity > 0 AND reorder_point IS NOT NULL));
CREATE INDEX products_reordered ON products (organization_id, id) WHERE reorder_point IS NOT NULL;

-- Who orders goods may read what to buy.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, 'read-report-what-to-buy' FROM role_permissions WHERE permission = 'create-purchase-order'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
