import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { StartRefusal } from '#server/start-refusal.ts'

export type MigrationFile = { name: string; text: string; checksum: string }

/** The application has no rights in this schema: it can neither read nor forge what was applied. */
export const migrationsSchema = 'mizan_migrations'

/** The numbered .sql files of a folder, in their order. */
export function readMigrationFiles(folder: URL): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const odd = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  if (odd) throw new StartRefusal(`The migration ${odd} must be named like 0107-what-it-does.sql.`)
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    // A checkout may convert line ends. That is not an edit.
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
    return { name: name.slice(0, -'.sql'.length), text, checksum }
  })
}
