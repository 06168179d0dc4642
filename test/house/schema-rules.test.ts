import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../harness/database.ts'

// The schema rules (reliability-security.md R1 to R10), asked of the catalogue: a new table that breaks one fails here.

// Read before a tenant is known: where an address signs in, and whose a user name is.
const directories = ['user_directory', 'organization_directory', 'outbox_directory']
let client: pg.Client

beforeAll(async () => {
  const roles = await createTestDatabase()
  client = new pg.Client(roles.superuser)
  await client.connect()
})
afterAll(() => client.end())

const names = async (query: string, values: unknown[] = []) =>
  (await client.query({ text: query, values, rowMode: 'array' })).rows.map((row) => row.join(' '))
const tenantTables = `SELECT c.oid, c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> ALL ($1)
    AND EXISTS (SELECT 1 FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'organization_id')`
const firstColumn = (keys: string) =>
  `(SELECT a.attname FROM pg_attribute AS a WHERE a.attrelid = t.oid AND a.attnum = ${keys})`

test('there are tenant tables to look at', async () => {
  expect((await names(tenantTables, [directories])).length).toBeGreaterThan(25)
})

test('organization_id is required and first in every primary, unique and exclusion key', async () => {
  expect(
    await names(
      `SELECT t.relname FROM (${tenantTables}) AS t JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attname = 'organization_id' WHERE NOT a.attnotnull`,
      [directories],
    ),
  ).toEqual([])
  expect(
    await names(
      `SELECT t.relname, i.indexrelid::regclass FROM (${tenantTables}) AS t JOIN pg_index AS i ON i.indrelid = t.oid
    WHERE ${firstColumn('i.indkey[0]')} IS DISTINCT FROM 'organization_id'`,
      [directories],
    ),
  ).toEqual([])
})

test('tenant tables refer to tenant tables through the tenant, and never set null', async () => {
  expect(
    await names(
      `SELECT t.relname, f.conname FROM (${tenantTables}) AS t JOIN pg_constraint AS f ON f.conrelid = t.oid AND f.contype = 'f'
    WHERE f.confrelid IN (SELECT oid FROM (${tenantTables}) AS other) AND ${firstColumn('f.conkey[1]')} <> 'organization_id'`,
      [directories],
    ),
  ).toEqual([])
  expect(
    await names(
      `SELECT conrelid::regclass, conname FROM pg_constraint WHERE contype = 'f' AND confdeltype IN ('n', 'd')`,
    ),
  ).toEqual([])
})

test('global tables never refer to tenant tables', async () => {
  expect(
    await names(
      `SELECT f.conrelid::regclass, f.conname FROM pg_constraint AS f WHERE f.contype = 'f'
    AND f.confrelid IN (SELECT oid FROM (${tenantTables}) AS t) AND f.conrelid NOT IN (SELECT oid FROM (${tenantTables}) AS t)`,
      [directories],
    ),
  ).toEqual([])
})

test('row security is on, forced, and one plain expression reads and writes', async () => {
  expect(
    await names(
      `SELECT t.relname FROM (${tenantTables}) AS t JOIN pg_class AS c ON c.oid = t.oid WHERE NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
      [directories],
    ),
  ).toEqual([])
  const policies = await client.query(
    `SELECT t.relname, p.qual, p.with_check FROM (${tenantTables}) AS t LEFT JOIN pg_policies AS p ON p.tablename = t.relname`,
    [directories],
  )
  const plain = "(organization_id = (current_setting('app.organization_id'::text, true))::bigint)"
  expect(policies.rows.filter((row) => row.qual !== plain || row.with_check !== plain)).toEqual([])
})

test('the application role owns nothing and passes no wall', async () => {
  expect(
    await names(
      "SELECT rolname FROM pg_roles WHERE rolname = 'mizan_app' AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb)",
    ),
  ).toEqual([])
  expect(await names("SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = 'mizan_app'")).toEqual([])
  expect(
    await names(
      "SELECT proname FROM pg_proc JOIN pg_namespace AS n ON n.oid = pronamespace WHERE n.nspname = 'public' AND prosecdef",
    ),
  ).toEqual([])
  expect(await names("SELECT viewname FROM pg_views WHERE schemaname = 'public'")).toEqual([])
})

test('money and quantity columns are domains with both bounds: NaN never gets in', async () => {
  const bare = await names(`SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'numeric' AND domain_name IS NULL`)
  expect(bare).toEqual([])
  const domains = await names(
    "SELECT domain_name FROM information_schema.domains WHERE domain_schema = 'public' AND data_type = 'numeric'",
  )
  expect(domains.length).toBeGreaterThan(5)
  for (const domain of domains)
    await expect(client.query(`SELECT 'NaN'::${domain}`)).rejects.toThrow(/violates check constraint/)
})

test('ids are bigint identities', async () => {
  expect(
    await names(
      "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'id' AND data_type <> 'bigint'",
    ),
  ).toEqual([])
  expect(
    await names(
      "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_default LIKE 'nextval%'",
    ),
  ).toEqual([])
})

test('no tenant is set: nothing is seen, nothing is written', async () => {
  await client.query('SET ROLE mizan_app')
  expect((await client.query('SELECT count(*)::int AS count FROM organizations')).rows[0].count).toBe(0)
  await expect(
    client.query("INSERT INTO organizations (organization_id, name, currency_id) VALUES (7, 'x', 1)"),
  ).rejects.toThrow(/row-level security/)
  await client.query('RESET ROLE')
})

test('the checks of documents and payments always run: a migration that disables triggers restores them', async () => {
  const always =
    "SELECT tgname FROM pg_trigger WHERE tgname IN ('document_check_and_derive', 'payment_check_and_derive') AND tgenabled = 'A' ORDER BY 1"
  expect(await names(always)).toEqual(['document_check_and_derive', 'payment_check_and_derive'])
})

test('what was sent or is due is changed in single columns only, and deleted only where a trigger sees that it is over', async () => {
  const tables = ['deliveries', 'recurring_occurrences', 'report_schedules']
  expect(
    await names(
      `SELECT given, has_table_privilege('mizan_app', given, 'UPDATE') OR has_table_privilege('mizan_app', given, 'DELETE'),
         has_any_column_privilege('mizan_app', given, 'UPDATE') FROM unnest($1::text[]) AS given`,
      [tables],
    ),
  ).toEqual(tables.map((table) => `${table} false true`))
  expect(await names("SELECT has_table_privilege('mizan_app', 'outbox_messages', 'UPDATE')")).toEqual(['false'])
  expect(
    await names(
      "SELECT tgname FROM pg_trigger WHERE tgrelid = 'outbox_messages'::regclass AND tgname = 'keep' AND tgenabled = 'O'",
    ),
  ).toEqual(['keep'])
})

test('no two migrations have one number', () => {
  const numbers = readdirSync(new URL('../../server/db/migrations', import.meta.url)).map((name) => name.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})
