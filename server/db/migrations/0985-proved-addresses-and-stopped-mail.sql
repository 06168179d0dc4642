-- Who registers an address need not own it: a link that is mailed there proves it. And who gets mail from outside can stop it.
ALTER TABLE users ADD COLUMN email_proved_at timestamptz;
CREATE TABLE mail_stops (
  organization_id bigint NOT NULL REFERENCES organizations,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, address)
);
ALTER TABLE mail_stops ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_stops FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mail_stops
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
