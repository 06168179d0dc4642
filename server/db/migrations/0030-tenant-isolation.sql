-- Row security of every tenant table: default deny, one plain expression for reading and writing. An unset tenant is NULL and matches
-- nothing. It is forced, so it also binds the owner. A directory is read before the tenant is known and contains nothing but ids.
-- A later migration with a new table enables it in the same way; test/house/schema-rules.test.ts refuses a table without it.
DO $$
DECLARE
  tenant_table regclass;
BEGIN
  FOR tenant_table IN SELECT attrelid FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid
      WHERE attname = 'organization_id' AND relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '%\_directory' LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %s
      USING (organization_id = current_setting(''app.organization_id'', true)::bigint)
      WITH CHECK (organization_id = current_setting(''app.organization_id'', true)::bigint)', tenant_table);
  END LOOP;
END $$;
