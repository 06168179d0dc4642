-- Credit limits of customers: how much one may owe, orders and cheques included, and until which day the limit is lifted, and why.
ALTER TABLE organizations ADD COLUMN uses_credit_limits boolean NOT NULL DEFAULT false;
ALTER TABLE parties ADD COLUMN credit_limit money_amount, ADD COLUMN credit_lifted_until date, ADD COLUMN credit_lift_reason text,
  ADD CONSTRAINT parties_credit_of_customers CHECK (kind = 'customer' OR num_nonnulls(credit_limit, credit_lifted_until, credit_lift_reason) = 0),
  ADD CONSTRAINT parties_credit_lifted_for_a_reason CHECK (credit_lifted_until IS NULL OR credit_lift_reason IS NOT NULL);

-- Who may void an invoice may decide how much a customer owes.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, 'set-credit-limit' FROM role_permissions WHERE permission = 'void-invoice'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
