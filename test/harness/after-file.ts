import { afterAll, inject } from 'vitest'
import { madeApps } from './api.ts'
import { dropDistributed, madeDatabases } from './database.ts'
import { rememberStatements, requireRoutes } from './hosting/routes.ts'
import { checkInvariants } from './invariants.ts'
import { endSuperusers } from './role.ts'

const isDistributed = inject('roles').nodes !== undefined
if (isDistributed) rememberStatements()

// Registered before the file's own hooks and therefore run after them: at the end of every file its books must be
// valid.
afterAll(async () => {
  await endSuperusers()
  await Promise.all(madeApps.splice(0).map((app) => app.close()))
  for (const roles of madeDatabases.splice(0)) {
    await checkInvariants(roles.superuser)
    if (isDistributed) await requireRoutes(roles.superuser).finally(() => dropDistributed(roles))
  }
})
