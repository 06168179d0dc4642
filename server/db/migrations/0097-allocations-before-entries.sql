-- An allocation names its entry, whose number is the most wanted row of an organisation: the entry is written last, and
-- that it is there is asked at the commit, as it is of documents and stock moves.
ALTER TABLE allocations ALTER CONSTRAINT allocations_organization_id_entry_id_fkey DEFERRABLE INITIALLY DEFERRED;
