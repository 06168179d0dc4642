-- What a receipt that settles nothing is (ledger.md 2.1-8), and what saving a document without saying so means (B1).
ALTER TABLE organizations
  ADD COLUMN receipt_without_reference text NOT NULL DEFAULT 'credit' CHECK (receipt_without_reference IN ('credit', 'advance_tax_invoice')),
  ADD COLUMN default_save_action text NOT NULL DEFAULT 'confirm' CHECK (default_save_action IN ('confirm', 'draft'));
