-- Whether an entry balances as a whole and in every branch, at one look at its lines.
CREATE OR REPLACE FUNCTION journal_entry_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines bigint; debits numeric; credits numeric; branches_off bigint;
BEGIN
  SELECT coalesce(sum(branch.lines), 0), coalesce(sum(branch.debit), 0), coalesce(sum(branch.credit), 0),
      count(*) FILTER (WHERE branch.debit <> branch.credit)
    INTO lines, debits, credits, branches_off
    FROM (SELECT count(*) AS lines, sum(debit) AS debit, sum(credit) AS credit FROM journal_lines
      WHERE organization_id = NEW.organization_id AND entry_id = NEW.id GROUP BY branch_id) AS branch;
  IF lines <> NEW.line_count OR debits <> credits OR debits <> NEW.total_debit OR branches_off > 0 THEN
    RAISE EXCEPTION 'journal entry %/% is not balanced: % lines, debit %, credit %',
      NEW.organization_id, NEW.entry_number, lines, debits, credits USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
