-- A manual transfer is recognised by the lines of its entry. They are written after it, so it is recorded at the end of the transaction.
DROP TRIGGER manual_transfer_recorded ON journal_entries;
CREATE CONSTRAINT TRIGGER manual_transfer_recorded AFTER INSERT ON journal_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.kind = 'manual') EXECUTE FUNCTION record_manual_transfer();
