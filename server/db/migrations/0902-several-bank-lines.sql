-- Several lines of the bank that are together lines of the books: all but the first refer to the first, which has the matches.
ALTER TABLE bank_statement_lines
  ADD COLUMN matched_with bigint,
  ADD CONSTRAINT bank_statement_lines_matched_with FOREIGN KEY (organization_id, matched_with) REFERENCES bank_statement_lines (organization_id, id),
  ADD CONSTRAINT bank_statement_lines_matched_with_state CHECK (matched_with IS NULL OR (state = 'matched' AND matched_with <> id));
CREATE INDEX bank_statement_lines_with ON bank_statement_lines (organization_id, matched_with) WHERE matched_with IS NOT NULL;

CREATE OR REPLACE FUNCTION reopen_bank_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE bank_statement_lines AS line SET state = 'open', made_kind = NULL, made_id = NULL, matched_with = NULL, version = line.version + 1
  FROM bank_line_matches AS matched
  WHERE matched.organization_id = NEW.organization_id AND matched.entry_id = NEW.reverses_id
    AND line.organization_id = NEW.organization_id AND (line.id = matched.statement_line_id OR line.matched_with = matched.statement_line_id) AND line.state = 'matched';
  DELETE FROM bank_line_matches AS gone USING bank_line_matches AS matched
  WHERE matched.organization_id = NEW.organization_id AND matched.entry_id = NEW.reverses_id
    AND gone.organization_id = NEW.organization_id AND gone.statement_line_id = matched.statement_line_id;
  RETURN NULL;
END $function$;
