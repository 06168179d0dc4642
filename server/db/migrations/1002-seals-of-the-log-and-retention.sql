-- The log of activity is sealed day by day, so that a changed or a removed row can be found (verify). The document that the authority
-- returned has a checksum, as ours has. What is of no use any more is deleted after a documented time (docs/hosting.md).
CREATE FUNCTION audit_digest(entry audit_log) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || left(encode(sha256(convert_to(concat_ws('|', entry.id, extract(epoch FROM entry.at), entry.user_id, entry.action, entry.resource,
    entry.resource_id, entry.request_id, entry.details::text, entry.ip, entry.api_key_id), 'UTF8')), 'hex'), 15))::bit(60)::bigint
$$;
CREATE TABLE audit_seals (
  organization_id bigint NOT NULL,
  day date NOT NULL,
  entries integer NOT NULL CHECK (entries > 0),
  -- The digests of the day's rows together, in any order.
  digest bigint NOT NULL,
  PRIMARY KEY (organization_id, day)
);
ALTER TABLE audit_seals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit_seals USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
REVOKE UPDATE, DELETE ON audit_seals FROM mizan_app;

CREATE OR REPLACE FUNCTION e_document_checksum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.checksum := sha256(convert_to(NEW.xml || NEW.qr || coalesce(NEW.cleared_xml, '') || coalesce(NEW.cleared_qr, ''), 'UTF8'));
  RETURN NEW;
END $$;
CREATE TRIGGER checksum_of_answer BEFORE UPDATE OF cleared_xml, cleared_qr ON e_documents FOR EACH ROW EXECUTE FUNCTION e_document_checksum();
ALTER TABLE e_documents NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE e_documents SET checksum = sha256(convert_to(xml || qr || coalesce(cleared_xml, '') || coalesce(cleared_qr, ''), 'UTF8'))
WHERE cleared_xml IS NOT NULL OR cleared_qr IS NOT NULL;
ALTER TABLE e_documents FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER;

-- A message that is over may be deleted after its time, and no other.
CREATE FUNCTION outbox_message_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('waiting', 'sending') OR OLD.created_at > now() - interval '30 days' THEN
    RAISE EXCEPTION 'message %/% is not over', OLD.organization_id, OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER keep BEFORE DELETE ON outbox_messages FOR EACH ROW EXECUTE FUNCTION outbox_message_keep();
GRANT DELETE ON outbox_messages TO mizan_app;
