-- What a product's opening stock was entered as; corrected by posting the difference.
CREATE TABLE opening_stock (
  organization_id bigint NOT NULL REFERENCES openings (organization_id),
  product_id bigint NOT NULL,
  quantity item_quantity NOT NULL,
  unit_cost unit_price NOT NULL,
  value money_amount NOT NULL,
  PRIMARY KEY (organization_id, product_id),
  FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id)
);
ALTER TABLE opening_stock ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening_stock FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON opening_stock
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);

-- What was brought along may have been due long before the books opened.
ALTER TABLE documents DROP CONSTRAINT documents_check;
ALTER TABLE documents ADD CONSTRAINT documents_due_after_date
  CHECK (due_date >= document_date OR kind IN ('opening_receivable', 'opening_payable'));
