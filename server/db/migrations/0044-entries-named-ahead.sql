-- A posting knows the id of its entry before it writes it, so a document, its moves and its entry travel together in
-- whichever order: that the entry is there is asked when the transaction ends.
ALTER TABLE documents ALTER CONSTRAINT documents_organization_id_entry_id_fkey DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE stock_moves ALTER CONSTRAINT stock_moves_organization_id_entry_id_fkey DEFERRABLE INITIALLY DEFERRED;
