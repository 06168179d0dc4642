-- The transactional outbox: what has to leave the house is stored in the transaction that decides it, and sent afterwards by a runner.
CREATE TABLE outbox_messages (
  organization_id bigint NOT NULL DEFAULT current_setting('app.organization_id', true)::bigint,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('mail', 'e_invoice')),
  -- Two messages with one key are one message.
  key text NOT NULL,
  -- What is sent. Emptied once it left: a mail may hold a link that signs in.
  payload jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'unknown')),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, kind, key),
  CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
ALTER TABLE outbox_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON outbox_messages
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
GRANT SELECT, INSERT ON outbox_messages TO mizan_app;
GRANT UPDATE (state, attempts, last_error, sent_at, payload) ON outbox_messages TO mizan_app;

-- Which messages are due, of all tenants: read before a tenant is known, hence without anything but ids and a time. A runner claims
-- a row by moving its time on; what was claimed by one that died is due again then.
CREATE TABLE outbox_directory (
  organization_id bigint NOT NULL,
  message_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, message_id)
);
CREATE INDEX outbox_directory_due ON outbox_directory (due_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_directory TO mizan_app;
