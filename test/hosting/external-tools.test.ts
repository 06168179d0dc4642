import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeTools } from '#server/db/embedded/external-tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'mizan-tools-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Programs that say their release as those of PostgreSQL do. */
function install(release: string, names = ['pg_basebackup', 'pg_dump', 'pg_restore']): void {
  for (const name of names)
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${release}"\n`, { mode: 0o755 })
}

test('the tools of a database of one’s own are named with their release, and what is missing or too old is said', () => {
  expect(describeTools(folder)).toMatch(/lacks pg_basebackup, pg_dump, pg_restore: install postgresql-client-18/)
  install('15.4 (Debian 15.4-1)')
  expect(describeTools(folder)).toMatch(/pg_basebackup 15\.4.*older than the database/)
  install('18.6')
  expect(describeTools(folder)).toBe('This machine has pg_basebackup 18.6, pg_dump 18.6, pg_restore 18.6.')
})
