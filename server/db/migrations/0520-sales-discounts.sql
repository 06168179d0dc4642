-- Discounts of sales are posted to an account of their own where the organisation names one; without it sales are posted net.
ALTER TABLE organizations ADD COLUMN discount_account_id bigint,
  ADD CONSTRAINT organizations_discount_account FOREIGN KEY (organization_id, discount_account_id) REFERENCES accounts (organization_id, id);
