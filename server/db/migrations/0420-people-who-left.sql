-- Entries, revisions and filed returns name who made them. So a user who is deleted leaves the organisation, not its history: his
-- row stays with his name, out of every list, and his address is free for somebody else.
ALTER TABLE users ADD COLUMN deleted_at timestamptz;
ALTER TABLE users DROP CONSTRAINT users_organization_id_email_key;
CREATE UNIQUE INDEX users_organization_id_email_key ON users (organization_id, email) WHERE deleted_at IS NULL;
REVOKE DELETE, TRUNCATE ON users FROM mizan_app;
