import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '#server/start-refusal.ts'

/** The passwords of the three roles. They are made once and never leave the data folder. */
export type Secrets = { superuser: string; owner: string; app: string }

/** Reads the passwords of the data folder, or makes them: whole and on disk before anything uses them. */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  if (existsSync(path)) return parse(path)
  // New secrets would not work: the existing database has the lost ones.
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new StartRefusal(`${path} is lost: restore it from your backup. The database's passwords are nowhere else.`)
  const secrets: Secrets = { superuser: password(), owner: password(), app: password() }
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, path)
  return secrets
}

function parse(path: string): Secrets {
  try {
    const secrets = JSON.parse(readFileSync(path, 'utf8')) as Secrets
    if (secrets.superuser && secrets.owner && secrets.app) return secrets
  } catch {
    // Reported below, alike for a file that is not JSON and one that lacks a password.
  }
  throw new StartRefusal(`${path} is damaged: restore it from your backup. The database's passwords are nowhere else.`)
}

const password = () => randomBytes(24).toString('base64url')
