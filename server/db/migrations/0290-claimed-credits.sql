-- A credit that a return left is carried into the next one, unless it was claimed back from the authority: then it is
-- not in box 15. Which of both is said until the next return is filed.
ALTER TABLE vat_periods
  ADD COLUMN claimed_at timestamptz,
  ADD COLUMN claimed_by bigint,
  ADD CONSTRAINT vat_periods_claimed_by_somebody CHECK ((claimed_at IS NULL) = (claimed_by IS NULL)),
  ADD CONSTRAINT vat_periods_claim_a_credit CHECK (claimed_at IS NULL OR net < 0);
-- What was filed stays as it was filed; what becomes of its credit is said later.
GRANT UPDATE (claimed_at, claimed_by) ON vat_periods TO mizan_app;
