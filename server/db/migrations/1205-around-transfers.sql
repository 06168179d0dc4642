-- Programs learn of transfers between places, and a report says what is on the way.
CREATE FUNCTION webhook_stock_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  act text := CASE
    WHEN TG_OP = 'INSERT' THEN 'created'
    WHEN NEW.state = 'void' AND OLD.state <> 'void' THEN 'voided'
    WHEN NEW.state = 'posted' AND OLD.state = 'sent' THEN 'received'
    ELSE 'updated' END;
BEGIN
  PERFORM webhook_emit(NEW.organization_id, 'stock_transfer.' || act, 'stock_transfer', NEW.id,
    jsonb_build_object('id', NEW.id, 'number', NEW.number, 'date', NEW.transfer_date, 'state', NEW.state, 'from_place_id', NEW.from_place_id,
      'to_place_id', coalesce(NEW.target_place_id, NEW.to_place_id), 'in_transit', NEW.target_place_id IS NOT NULL,
      'source_transfer_id', NEW.source_transfer_id, 'version', NEW.version));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_added AFTER INSERT ON stock_transfers FOR EACH ROW EXECUTE FUNCTION webhook_stock_transfer();
CREATE TRIGGER webhook_changed AFTER UPDATE ON stock_transfers FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version)
  EXECUTE FUNCTION webhook_stock_transfer();

-- Who reads what each place has may read what is between them.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, 'read-report-goods-in-transit' FROM role_permissions WHERE permission = 'read-report-stock-by-place'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
