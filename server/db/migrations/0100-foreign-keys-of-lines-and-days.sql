-- An auditor of the software expects the database itself to refuse a line without its entry and a balance without its account. They
-- were dropped when every part of a posting was weighed; what they cost is stated in docs/performance.md.
ALTER TABLE journal_lines ADD FOREIGN KEY (organization_id, entry_id) REFERENCES journal_entries;
ALTER TABLE daily_balances ADD FOREIGN KEY (organization_id, account_id) REFERENCES accounts;
