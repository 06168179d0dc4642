import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Roles } from './cluster.ts'

/** The databases of the running test file. The set-up file checks them when the file ends. */
export const madeDatabases: Roles[] = []

/**
 * A database of its own for one test file: migrated, without rows beyond what the migrations bring. It is not
 * dropped, the whole cluster goes at the end. The invariants are checked on it after the file's last test.
 */
export async function createTestDatabase(): Promise<Roles> {
  const roles = await cloneDatabase(inject('roles'))
  madeDatabases.push(roles)
  return roles
}

/** Copies the migrated database under a new name, in about 60 ms. */
export async function cloneDatabase(template: Roles): Promise<Roles> {
  const database = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ ...template.superuser, database: 'postgres' })
  await client.connect()
  try {
    await client.query(
      `CREATE DATABASE ${database} TEMPLATE ${template.owner.database} STRATEGY file_copy OWNER ${template.owner.user}`,
    )
    // Rights on the database itself are not copied.
    await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC`)
  } finally {
    await client.end()
  }
  return {
    superuser: { ...template.superuser, database },
    owner: { ...template.owner, database },
    app: { ...template.app, database },
  }
}
