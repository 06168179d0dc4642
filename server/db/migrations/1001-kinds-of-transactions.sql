-- The transaction code of an e-invoice beside standard and simplified: what a document says, and no figure of the books.
ALTER TABLE documents ADD COLUMN transaction_kind text
  CONSTRAINT documents_transaction_kind_check CHECK (transaction_kind IN ('third_party', 'nominal', 'summary', 'government'));
ALTER TYPE document_input ADD ATTRIBUTE transaction_kind text;
