-- Programs are notified of quotations and orders, as of documents. Reopening is an update; so is a change of a draft.
CREATE FUNCTION webhook_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own orders;
  act text;
BEGIN
  IF TG_OP = 'DELETE' THEN own := OLD; ELSE own := NEW; END IF;
  act := CASE
    WHEN TG_OP = 'INSERT' THEN 'created'
    WHEN TG_OP = 'DELETE' THEN 'deleted'
    WHEN own.state = OLD.state OR own.state = 'draft' OR OLD.state = 'closed' THEN 'updated'
    ELSE own.state END;
  PERFORM webhook_emit(own.organization_id, own.kind || '.' || act, own.kind, own.id,
    jsonb_build_object('id', own.id, 'number', own.number, 'date', own.order_date, 'until_date', own.until_date, 'state', own.state,
      own.party_kind || '_id', own.party_id, 'branch_id', own.branch_id, 'currency_id', own.currency_id, 'subtotal', own.subtotal,
      'tax', own.tax, 'total', own.total, 'version', own.version));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_added AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION webhook_order();
CREATE TRIGGER webhook_changed AFTER UPDATE ON orders FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION webhook_order();
