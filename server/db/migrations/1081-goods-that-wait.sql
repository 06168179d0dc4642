-- What is delivered and not invoiced is named before a return of VAT is filed; whether it stops the filing is a setting (decision 0241).
ALTER TABLE organizations ADD COLUMN delivery_vat_day text NOT NULL DEFAULT 'invoice' CHECK (delivery_vat_day IN ('invoice', 'delivery'));

-- Taking a note back has the name that it has for documents.
CREATE OR REPLACE FUNCTION webhook_goods_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  act text := CASE WHEN TG_OP = 'INSERT' THEN 'created' WHEN NEW.state = OLD.state THEN 'updated' ELSE 'voided' END;
BEGIN
  PERFORM webhook_emit(NEW.organization_id, NEW.kind || '.' || act, NEW.kind, NEW.id,
    jsonb_build_object('id', NEW.id, 'number', NEW.number, 'date', NEW.note_date, 'is_return', NEW.is_return, 'state', NEW.state,
      NEW.party_kind || '_id', NEW.party_id, 'branch_id', NEW.branch_id, 'value', NEW.value, 'version', NEW.version));
  RETURN NULL;
END $$;

-- Their reports are for those who read the open items of the same side.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, granted FROM role_permissions
JOIN (VALUES ('read-report-open-receivables', 'read-report-delivered-not-invoiced'), ('read-report-open-payables', 'read-report-received-not-billed'))
  AS rights (held, granted) ON permission = held
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
