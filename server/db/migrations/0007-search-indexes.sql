-- Words are found anywhere in a name, within one tenant, from an index. Row security keeps the planner from using an
-- index for LIKE unless the operator is known not to leak what it compares: the embedded server marks it so
-- (server/db/embedded-roles.ts); elsewhere the tenant's rows are read through, which is right and only slower.
ALTER TABLE documents ADD COLUMN search_text text
  GENERATED ALWAYS AS (fold_text(coalesce(number, '') || ' ' || coalesce(draft_number, ''))) STORED;
ALTER TABLE payments ADD COLUMN search_text text GENERATED ALWAYS AS (fold_text(number)) STORED;

CREATE INDEX parties_search ON parties USING gin (organization_id, search_text gin_trgm_ops);
CREATE INDEX products_search ON products USING gin (organization_id, search_text gin_trgm_ops);
CREATE INDEX documents_search ON documents USING gin (organization_id, search_text gin_trgm_ops);
CREATE INDEX payments_search ON payments USING gin (organization_id, search_text gin_trgm_ops);
CREATE INDEX manual_entries_search ON manual_entries USING gin (organization_id, search_text gin_trgm_ops);
