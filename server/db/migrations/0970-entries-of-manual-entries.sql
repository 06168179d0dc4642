-- The entry is inserted after its manual entry, in one statement with the entries of the same import.
ALTER TABLE manual_entries ALTER CONSTRAINT manual_entries_organization_id_entry_id_fkey DEFERRABLE INITIALLY DEFERRED;
