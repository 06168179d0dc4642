-- A rule whose amounts are tax only; why a line of the bank could not be taken; a note on a line.
ALTER TABLE bank_rules ADD COLUMN is_tax_only boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT bank_rules_tax_only CHECK (NOT is_tax_only OR tax_id IS NOT NULL);
ALTER TABLE bank_statement_lines ADD COLUMN refusal jsonb, ADD COLUMN note text;
