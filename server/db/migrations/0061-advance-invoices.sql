-- Tax invoices on money received before the supply (type 386): documents of their own that a later invoice takes off.
ALTER TABLE documents DROP CONSTRAINT documents_kind_check;
ALTER TABLE documents ADD CONSTRAINT documents_kind_check CHECK (kind IN ('invoice', 'credit_note', 'debit_note', 'bill',
  'supplier_credit', 'opening_receivable', 'opening_payable', 'journal_receivable', 'journal_payable', 'customs_declaration',
  'advance_invoice'));
DROP INDEX documents_own_number;
CREATE UNIQUE INDEX documents_own_number ON documents (organization_id, kind, number)
  WHERE number IS NOT NULL AND kind IN ('invoice', 'credit_note', 'debit_note', 'advance_invoice');

ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_kind_check;
ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_kind_check CHECK (kind IN ('invoice', 'advance_invoice', 'credit_note',
  'debit_note', 'bill', 'supplier_credit', 'customs', 'receipt', 'payment', 'allocation', 'stock', 'fx_reval', 'vat_settlement',
  'tax_adjustment', 'manual', 'opening', 'closing'));

ALTER TABLE documents
  -- With tax: of an invoice what advances took off it, of an advance what invoices have taken.
  ADD COLUMN deducted money_amount NOT NULL DEFAULT 0,
  ADD CONSTRAINT documents_not_over_deducted CHECK (kind <> 'advance_invoice' OR deducted + credited <= total);

-- Which advances an invoice takes off, and how much of each; of a draft only what was asked for.
CREATE TABLE advance_deductions (
  organization_id bigint NOT NULL,
  invoice_id bigint NOT NULL,
  line_number integer NOT NULL,
  advance_id bigint NOT NULL,
  net money_amount NOT NULL CHECK (net > 0),
  tax money_amount NOT NULL DEFAULT 0,
  is_posted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, invoice_id, line_number),
  UNIQUE (organization_id, invoice_id, advance_id),
  FOREIGN KEY (organization_id, invoice_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, advance_id) REFERENCES documents (organization_id, id)
);
CREATE INDEX advance_deductions_by_advance ON advance_deductions (organization_id, advance_id);

ALTER TABLE allocations
  ADD COLUMN advance_id bigint,
  ADD FOREIGN KEY (organization_id, advance_id) REFERENCES documents (organization_id, id),
  DROP CONSTRAINT allocations_one_source,
  ADD CONSTRAINT allocations_one_source CHECK (num_nonnulls(payment_id, note_id, write_off_id, advance_id) = 1);

ALTER TABLE advance_deductions ENABLE ROW LEVEL SECURITY;
ALTER TABLE advance_deductions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON advance_deductions
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
