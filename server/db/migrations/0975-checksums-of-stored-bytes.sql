-- Papers, e-documents and files get a checksum when they are written, so that a byte that changed afterwards can be found (verify).
ALTER TABLE issued_papers ADD COLUMN checksum bytea NOT NULL DEFAULT ''::bytea;
ALTER TABLE e_documents ADD COLUMN checksum bytea NOT NULL DEFAULT ''::bytea;
ALTER TABLE attachments ADD COLUMN checksum bytea NOT NULL DEFAULT ''::bytea;
ALTER TABLE stored_files ADD COLUMN checksum bytea NOT NULL DEFAULT ''::bytea;
ALTER TABLE import_files ADD COLUMN checksum bytea NOT NULL DEFAULT ''::bytea;

CREATE FUNCTION paper_checksum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.checksum := sha256(convert_to(NEW.paper::text, 'UTF8'));
  RETURN NEW;
END $$;
CREATE FUNCTION e_document_checksum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.checksum := sha256(convert_to(NEW.xml || NEW.qr, 'UTF8'));
  RETURN NEW;
END $$;
CREATE FUNCTION content_checksum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.checksum := sha256(NEW.content);
  RETURN NEW;
END $$;

-- What is stored already: for all tenants, and past the triggers that forbid a change.
ALTER TABLE issued_papers NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE issued_papers SET checksum = sha256(convert_to(paper::text, 'UTF8'));
ALTER TABLE issued_papers FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER;
ALTER TABLE e_documents NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE e_documents SET checksum = sha256(convert_to(xml || qr, 'UTF8'));
ALTER TABLE e_documents FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER;
ALTER TABLE attachments NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE attachments SET checksum = sha256(content);
ALTER TABLE attachments FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER;
ALTER TABLE stored_files NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE stored_files SET checksum = sha256(content);
ALTER TABLE stored_files FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER;
ALTER TABLE import_files NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE import_files SET checksum = sha256(content);
ALTER TABLE import_files FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER;

CREATE TRIGGER checksum BEFORE INSERT ON issued_papers FOR EACH ROW EXECUTE FUNCTION paper_checksum();
CREATE TRIGGER checksum BEFORE INSERT ON e_documents FOR EACH ROW EXECUTE FUNCTION e_document_checksum();
CREATE TRIGGER checksum BEFORE INSERT OR UPDATE OF content ON attachments FOR EACH ROW EXECUTE FUNCTION content_checksum();
CREATE TRIGGER checksum BEFORE INSERT OR UPDATE OF content ON stored_files FOR EACH ROW EXECUTE FUNCTION content_checksum();
CREATE TRIGGER checksum BEFORE INSERT OR UPDATE OF content ON import_files FOR EACH ROW EXECUTE FUNCTION content_checksum();
