-- Whether every row takes its document's tax, also of a product that applies none (ledger.md 8, C7).
ALTER TABLE organizations ADD COLUMN row_tax_always_invoice boolean NOT NULL DEFAULT false;
