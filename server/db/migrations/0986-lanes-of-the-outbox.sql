-- A slow receiver of one kind must not delay messages of another kind: the directory says which kind waits.
ALTER TABLE outbox_directory ADD COLUMN lane text NOT NULL DEFAULT 'work' CHECK (lane IN ('mail', 'e_invoice', 'webhook', 'work'));
-- The version of a master record when its import ended: an undo keeps what was edited since.
ALTER TABLE import_records ADD COLUMN left_version integer;

CREATE OR REPLACE FUNCTION webhook_send(organization bigint, delivery bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE own webhook_deliveries; message bigint;
BEGIN
  SELECT * INTO own FROM webhook_deliveries WHERE organization_id = organization AND id = delivery;
  PERFORM FROM webhook_deliveries WHERE organization_id = organization AND endpoint_id = own.endpoint_id AND resource = own.resource
    AND resource_id = own.resource_id AND id < own.id AND state = 'waiting' ORDER BY id FOR SHARE;
  IF FOUND THEN RETURN; END IF;
  INSERT INTO outbox_messages (organization_id, kind, key, payload) VALUES (organization, 'webhook', delivery::text, '{}')
    ON CONFLICT (organization_id, kind, key) DO NOTHING RETURNING id INTO message;
  IF message IS NOT NULL THEN
    INSERT INTO outbox_directory (organization_id, message_id, due_at, lane) VALUES (organization, message, now(), 'webhook');
  END IF;
END $function$;
