import { expect, test } from 'vitest'
import { extensionRefusal } from './migrate.ts'

const error = (code: string | undefined, message: string) => Object.assign(new Error(message), { code })

test('an extension is lacking only where PostgreSQL says so', () => {
  for (const code of ['58P01', '0A000', '42501'])
    expect(String(extensionRefusal('btree_gist', error(code, 'not available')))).toMatch(
      /lacks the extension btree_gist/,
    )
  const lost = error(undefined, 'Connection terminated unexpectedly')
  expect(extensionRefusal('btree_gist', lost)).toBe(lost)
  expect(String(extensionRefusal('btree_gist', error('53100', 'could not extend file')))).not.toMatch(/lacks/)
})
