-- The kind of a transaction in an e-invoice, in addition to standard or simplified. It is printed and never reaches the books.
ALTER TABLE documents ADD COLUMN transaction_kind text
  CONSTRAINT documents_transaction_kind_check CHECK (transaction_kind IN ('third_party', 'nominal', 'summary', 'government'));
ALTER TYPE document_input ADD ATTRIBUTE transaction_kind text;
