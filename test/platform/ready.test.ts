import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { createOrganization } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

let now = new Date()
const app = await createTestApp({ now: () => now })
const owner = await createOrganization(app)
const ready = async () => (await app.visitor().get('/ready')).status
const run = (statement: string) => withSuperuser(app, (client) => client.query(statement))

test('a server that cannot write is not ready', async () => {
  expect(await ready()).toBe(200)
  await run(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`)
  await run('CREATE TRIGGER no_room BEFORE INSERT ON parties FOR EACH ROW EXECUTE FUNCTION no_room()')
  const body = await bodies.customers(owner)
  expect((await owner.post('/customers', body)).status).toBe(503)
  expect(await ready()).toBe(503)
  expect((await app.visitor().get('/health')).status).toBe(200)
  await run('DROP TRIGGER no_room ON parties')
  now = new Date(now.getTime() + 6_000)
  expect(await ready()).toBe(200)
  expect((await owner.post('/customers', body)).status).toBe(200)
})

test('a read-only database is not ready', async () => {
  const { database } = app.roles.app
  await run(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  await run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`,
  )
  await expect.poll(ready).toBe(503)
})
