-- A match of a line of the bank and the reversal of its entry wait for each other: one sees what the other did. Entries share a
-- thousand locks, so that the undo of a large import does not fill the table of locks; reversals do not wait for one another.
CREATE OR REPLACE FUNCTION reopen_bank_line() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF EXISTS (SELECT FROM journal_lines AS line
    JOIN bank_statements AS statement ON statement.organization_id = line.organization_id AND statement.account_id = line.account_id
    WHERE line.organization_id = NEW.organization_id AND line.entry_id = NEW.reverses_id) THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('bank match ' || NEW.reverses_id % 1000, NEW.organization_id));
  END IF;
  UPDATE bank_statement_lines AS line SET state = 'open', made_kind = NULL, made_id = NULL, matched_with = NULL, version = line.version + 1
  FROM bank_line_matches AS matched
  WHERE matched.organization_id = NEW.organization_id AND matched.entry_id = NEW.reverses_id
    AND line.organization_id = NEW.organization_id AND (line.id = matched.statement_line_id OR line.matched_with = matched.statement_line_id) AND line.state = 'matched';
  DELETE FROM bank_line_matches AS gone USING bank_line_matches AS matched
  WHERE matched.organization_id = NEW.organization_id AND matched.entry_id = NEW.reverses_id
    AND gone.organization_id = NEW.organization_id AND gone.statement_line_id = matched.statement_line_id;
  RETURN NULL;
END $function$;
