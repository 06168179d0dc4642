-- Import tax and duty paid at customs: what is owed to the authority or its agent is an open item like a bill's.
ALTER TABLE documents DROP CONSTRAINT documents_kind_check;
ALTER TABLE documents ADD CONSTRAINT documents_kind_check CHECK (kind IN ('invoice', 'credit_note', 'debit_note', 'bill',
  'supplier_credit', 'opening_receivable', 'opening_payable', 'journal_receivable', 'journal_payable', 'customs_declaration'));
CREATE UNIQUE INDEX documents_customs_number ON documents (organization_id, party_id, number)
  WHERE kind = 'customs_declaration' AND state <> 'void';

ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_kind_check;
ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_kind_check CHECK (kind IN ('invoice', 'credit_note', 'debit_note', 'bill',
  'supplier_credit', 'customs', 'receipt', 'payment', 'allocation', 'stock', 'fx_reval', 'vat_settlement', 'tax_adjustment', 'manual',
  'opening', 'closing'));

CREATE TABLE customs_declarations (
  organization_id bigint NOT NULL,
  document_id bigint NOT NULL,
  -- What the authority valued the goods at, and what it charged the tax on: value, duty and whatever else it added.
  customs_value money_amount NOT NULL,
  vat_base money_amount NOT NULL,
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id)
);

-- The goods that bear the duty: how many came in, their part of the value, and what of the duty is in the stock.
CREATE TABLE customs_declaration_lines (
  organization_id bigint NOT NULL,
  document_id bigint NOT NULL,
  line_number integer NOT NULL,
  product_id bigint NOT NULL,
  quantity item_quantity NOT NULL CHECK (quantity > 0),
  value money_amount NOT NULL,
  duty money_amount NOT NULL,
  stock_duty money_amount NOT NULL,
  PRIMARY KEY (organization_id, document_id, line_number),
  FOREIGN KEY (organization_id, document_id) REFERENCES customs_declarations (organization_id, document_id),
  FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id),
  CHECK (stock_duty <= duty)
);
CREATE INDEX customs_declaration_lines_by_product ON customs_declaration_lines (organization_id, product_id);

-- The suppliers' bills whose goods were cleared; a bill's own amounts stay out of it.
CREATE TABLE customs_declaration_bills (
  organization_id bigint NOT NULL,
  document_id bigint NOT NULL,
  bill_id bigint NOT NULL,
  PRIMARY KEY (organization_id, document_id, bill_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES customs_declarations (organization_id, document_id),
  FOREIGN KEY (organization_id, bill_id) REFERENCES documents (organization_id, id)
);
CREATE INDEX customs_declaration_bills_by_bill ON customs_declaration_bills (organization_id, bill_id);

ALTER TABLE customs_declarations ENABLE ROW LEVEL SECURITY;
ALTER TABLE customs_declarations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customs_declarations
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE customs_declaration_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE customs_declaration_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customs_declaration_lines
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE customs_declaration_bills ENABLE ROW LEVEL SECURITY;
ALTER TABLE customs_declaration_bills FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customs_declaration_bills
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
