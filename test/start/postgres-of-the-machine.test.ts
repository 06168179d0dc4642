import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBinaries, keepChosen } from '#server/db/embedded/binaries.ts'
import { startPostgres } from '#server/db/embedded/embedded.ts'

// POSTGRES_HOME names the PostgreSQL that makes a new data folder. A link to the bundled one is another place with the same programs.

const folder = mkdtempSync(join(tmpdir(), 'mizan-postgres-home-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const isNew = true

test('a new data folder is made with the PostgreSQL that is asked for, and keeps it', async () => {
  const asked = join(folder, 'own')
  symlinkSync(findBinaries({ folder, isNew }).folder, asked)
  const dataDir = join(folder, 'data')
  const postgres = await startPostgres({ dataDir, postgresHome: asked, isThrowaway: true })
  await postgres.stop()
  expect(readFileSync(join(dataDir, 'postgres.build'), 'utf8')).toBe(join(asked, 'bin', 'postgres'))
  expect(findBinaries({ folder: dataDir, isNew: false }).folder).toBe(asked)
  expect(findBinaries({ folder: dataDir, isNew: false, asked }).folder).toBe(asked)
})

test('refuses another PostgreSQL for a data folder that was made with one', () => {
  const other = join(folder, 'other')
  symlinkSync(findBinaries({ folder, isNew }).folder, other)
  const made = join(folder, 'made')
  mkdirSync(made)
  keepChosen(made, findBinaries({ folder: made, isNew }))
  expect(() => findBinaries({ folder: made, isNew: false, asked: other })).toThrow('and keeps it')
})

test('refuses a folder without the programs of PostgreSQL 18', () => {
  expect(() => findBinaries({ folder, isNew, asked: folder })).toThrow('POSTGRES_HOME must name a PostgreSQL 18')
})
