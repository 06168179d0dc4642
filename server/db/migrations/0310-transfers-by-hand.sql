-- Entries by hand that debit one account of the balance sheet and credit another: among them is all money that moved between
-- own accounts, for whatever else moves cash has one account of it. Which accounts are cash is told by the chart of today,
-- so what is kept is every entry that may be such a transfer, not its amount.
CREATE TABLE transfers_by_hand (
  organization_id bigint NOT NULL,
  entry_date date NOT NULL,
  entry_id bigint NOT NULL,
  PRIMARY KEY (organization_id, entry_date, entry_id),
  FOREIGN KEY (organization_id, entry_id) REFERENCES journal_entries (organization_id, id)
);

-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE journal_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
INSERT INTO transfers_by_hand (organization_id, entry_date, entry_id)
SELECT entry.organization_id, entry.entry_date, entry.id
FROM journal_entries AS entry
JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
WHERE entry.kind = 'manual' AND account.class NOT IN ('R', 'X')
GROUP BY entry.organization_id, entry.id HAVING sum(line.debit) > 0 AND sum(line.credit) > 0;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;

ALTER TABLE transfers_by_hand ENABLE ROW LEVEL SECURITY;
ALTER TABLE transfers_by_hand FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON transfers_by_hand
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);

-- Behind the statement that wrote the entry, so that its lines are there.
CREATE FUNCTION transfer_by_hand_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transfers_by_hand (organization_id, entry_date, entry_id)
  SELECT NEW.organization_id, NEW.entry_date, NEW.id
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE line.organization_id = NEW.organization_id AND line.entry_id = NEW.id AND account.class NOT IN ('R', 'X')
  HAVING sum(line.debit) > 0 AND sum(line.credit) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_by_hand_kept AFTER INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.kind = 'manual') EXECUTE FUNCTION transfer_by_hand_kept();
