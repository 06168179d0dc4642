import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schemaText } from '../../scripts/generate-schema.ts'
import { createTestDatabase } from '../harness/database.ts'

test('server/db/schema.ts is what the migrations make', async () => {
  const roles = await createTestDatabase()
  const stored = readFileSync(new URL('../../server/db/schema.ts', import.meta.url), 'utf8')
  expect(await schemaText(roles.superuser)).toBe(stored)
})
