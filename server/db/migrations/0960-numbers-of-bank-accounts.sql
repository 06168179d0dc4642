-- The number of the account that a bank's file names, and whether the bank wrote both of its balances.
ALTER TABLE bank_statements ADD COLUMN account_number text, ADD COLUMN has_balances boolean NOT NULL DEFAULT false;
