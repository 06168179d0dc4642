-- Why a voucher was taken back on another day. It stood in its reversing entries alone: the last of that day said it last.
ALTER TABLE payments ADD COLUMN reversal_reason text;

-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries NO FORCE ROW LEVEL SECURITY;
UPDATE payments AS payment SET reversal_reason = (
  SELECT entry.description FROM journal_entries AS entry
  WHERE entry.organization_id = payment.organization_id AND entry.source = payment.kind || '_payment' AND entry.source_id = payment.id
    AND entry.reverses_id IS NOT NULL
  ORDER BY entry.id DESC LIMIT 1)
WHERE payment.reversal_date IS NOT NULL;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;
