import { afterAll } from 'vitest'
import { madeApps } from './api.ts'
import { dropDistributed, madeDatabases } from './database.ts'
import { checkInvariants } from './invariants.ts'
import { endSuperusers } from './role.ts'

// Registered before the file's own hooks and therefore run after them: at the end of every file its books must be
// valid.
afterAll(async () => {
  await endSuperusers()
  await Promise.all(madeApps.splice(0).map((app) => app.close()))
  for (const roles of madeDatabases.splice(0)) {
    await checkInvariants(roles.superuser)
    await dropDistributed(roles)
  }
})
