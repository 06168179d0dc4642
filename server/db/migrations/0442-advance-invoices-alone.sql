-- The liability of advance invoices moves with them alone: an entry by hand would stand beside what they say for ever.
ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
UPDATE accounts SET manual_entries = false WHERE role = 'CONTRACT_LIAB' AND manual_entries;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
