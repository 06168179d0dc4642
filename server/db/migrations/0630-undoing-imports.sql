-- A large import is taken back by a run of its own, whose refusal is shown afterwards.
ALTER TABLE imports DROP CONSTRAINT imports_state_check;
ALTER TABLE imports ADD CONSTRAINT imports_state_check
  CHECK (state IN ('mapped', 'checking', 'checked', 'committing', 'committed', 'undoing', 'undone'));
ALTER TABLE imports ADD COLUMN refusal jsonb;
