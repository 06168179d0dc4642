-- The quotation or sales order that an advance invoice was made of: it takes nothing of its rows.
ALTER TABLE documents ADD COLUMN advance_order_id bigint,
  ADD CONSTRAINT documents_advance_of_order CHECK (advance_order_id IS NULL OR kind = 'advance_invoice'),
  ADD CONSTRAINT documents_organization_id_advance_order_id_fkey FOREIGN KEY (organization_id, advance_order_id) REFERENCES orders (organization_id, id);
CREATE INDEX documents_advance_of_order_index ON documents (organization_id, advance_order_id) WHERE advance_order_id IS NOT NULL;
