import pg from 'pg'
import { expect, test } from 'vitest'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { createTestDatabase } from './database.ts'

const roles = await createTestDatabase()

test('the application may neither change nor create tables, nor rewrite the books', async () => {
  await expect(ask(roles.app, 'CREATE TABLE mine (id int)')).rejects.toThrow('permission denied')
  await expect(ask(roles.app, 'CREATE TEMPORARY TABLE mine (id int)')).rejects.toThrow('permission denied')
  await expect(ask(roles.app, 'ALTER TABLE organizations ADD mine int')).rejects.toThrow('must be owner')
  await expect(ask(roles.app, 'DELETE FROM journal_entries')).rejects.toThrow('permission denied')
  await expect(ask(roles.app, 'SELECT * FROM mizan_migrations.checksums')).rejects.toThrow('permission denied')
})

test('the application reads what the migrations did not close', async () => {
  await expect(ask(roles.app, 'SELECT count(*) FROM organizations')).resolves.toBeDefined()
})

test('the owner of the schema is no superuser', async () => {
  const { rows } = await ask(roles.owner, 'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
})

async function ask(settings: ConnectionSettings, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(settings)
  await client.connect()
  return client.query(text).finally(() => client.end())
}
