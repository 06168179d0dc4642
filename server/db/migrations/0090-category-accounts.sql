-- Where the sales and purchases of a category's products go, unless a product says otherwise (ledger.md 2.1-3).
ALTER TABLE product_categories
  ADD COLUMN income_account_id bigint,
  ADD COLUMN expense_account_id bigint,
  ADD FOREIGN KEY (organization_id, income_account_id) REFERENCES accounts (organization_id, id),
  ADD FOREIGN KEY (organization_id, expense_account_id) REFERENCES accounts (organization_id, id);
