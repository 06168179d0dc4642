import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { structureText } from '../../scripts/generate-structure.ts'
import { createTestDatabase } from '../harness/database.ts'

test('server/db/structure.sql is what the migrations make', async () => {
  const roles = await createTestDatabase()
  const stored = readFileSync(new URL('../../server/db/structure.sql', import.meta.url), 'utf8')
  expect(await structureText(roles.superuser)).toBe(stored)
})
