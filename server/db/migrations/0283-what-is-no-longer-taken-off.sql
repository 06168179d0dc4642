-- An invoice that was corrected to take no advance any longer kept what it had taken as if it asked for it still.
-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE advance_deductions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
DELETE FROM advance_deductions AS own USING documents AS invoice
WHERE NOT own.is_posted AND invoice.organization_id = own.organization_id AND invoice.id = own.invoice_id AND invoice.state = 'posted';
ALTER TABLE advance_deductions FORCE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
