-- The last dry close of each organization that asks for one each night: a figure to read in the morning, no part of the books.
CREATE TABLE dry_closes (
  organization_id bigint NOT NULL DEFAULT (current_setting('app.organization_id', true))::bigint PRIMARY KEY REFERENCES organizations (organization_id),
  is_nightly boolean NOT NULL,
  -- Which series of nights runs: switching off and on again starts another.
  series integer NOT NULL DEFAULT 1,
  outcome jsonb,
  closed_at timestamptz,
  CHECK ((outcome IS NULL) = (closed_at IS NULL))
);
ALTER TABLE dry_closes ENABLE ROW LEVEL SECURITY;
ALTER TABLE dry_closes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON dry_closes
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
GRANT SELECT, INSERT, UPDATE ON dry_closes TO mizan_app;

-- Who reads the balance sheet may close dry.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (organization_id, role_id, permission)
SELECT organization_id, role_id, 'read-report-dry-close' FROM role_permissions WHERE permission = 'read-report-balance-sheet'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
