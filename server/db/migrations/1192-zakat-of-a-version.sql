-- A Zakat year keeps the version of the law it was posted by, and an adjustment has attachments, which go with it.
ALTER TABLE zakat_years ADD COLUMN law_version date;

CREATE OR REPLACE FUNCTION delete_attachments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_kind text := CASE WHEN TG_TABLE_NAME ~ '^manual_entries(_\d+)?$' THEN 'journal_entry'
  WHEN TG_TABLE_NAME ~ '^zakat_adjustments(_\d+)?$' THEN 'zakat_adjustment' ELSE to_jsonb(OLD) ->> 'kind' END;
BEGIN
  DELETE FROM attachments WHERE organization_id = OLD.organization_id AND source_id = OLD.id AND source = of_kind;
  RETURN NULL;
END $$;
CREATE TRIGGER zakat_adjustment_attachments_deleted AFTER DELETE ON zakat_adjustments FOR EACH ROW EXECUTE FUNCTION delete_attachments();
