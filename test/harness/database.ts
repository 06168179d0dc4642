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
  // What nodes know of each other names no database, so a distributed one is copied on each of them.
  for (const port of template.nodes ?? [template.superuser.port]) await copyDatabase({ ...template, port }, database)
  return {
    ...template,
    superuser: { ...template.superuser, database },
    owner: { ...template.owner, database },
    app: { ...template.app, database },
  }
}

async function copyDatabase({ superuser, owner, port }: Roles & { port: number }, database: string): Promise<void> {
  const client = new pg.Client({ ...superuser, port, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${owner.database} STRATEGY file_copy OWNER ${owner.user}`)
    // Rights on the database itself are not copied.
    await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC`)
  } finally {
    await client.end()
  }
}

/** A distributed database has a background worker on each node for as long as it is there. */
export async function dropDistributed({ superuser, nodes = [] }: Roles): Promise<void> {
  for (const port of nodes) {
    const client = new pg.Client({ ...superuser, port, database: 'postgres' })
    await client.connect()
    await client.query(`DROP DATABASE ${superuser.database} WITH (FORCE)`)
    await client.end()
  }
}
