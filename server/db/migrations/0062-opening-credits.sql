-- What customers had paid ahead, and what we had paid suppliers ahead, when the books opened: advances without a payment.
-- Of these, as of a note that lowers, `settled` says how much was used.
ALTER TABLE documents DROP CONSTRAINT documents_kind_check;
ALTER TABLE documents ADD CONSTRAINT documents_kind_check CHECK (kind IN ('invoice', 'credit_note', 'debit_note', 'bill',
  'supplier_credit', 'opening_receivable', 'opening_payable', 'journal_receivable', 'journal_payable', 'customs_declaration',
  'advance_invoice', 'opening_customer_credit', 'opening_supplier_credit'));
