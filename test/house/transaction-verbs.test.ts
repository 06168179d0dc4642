import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// How statements travel, are planned and committed is decided in server/db. Rules use the functions of
// server/db/tenant/verbs.ts and nothing else of it.

const files = globSync('{server,bench,scripts}/**/*.ts')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.startsWith('server/db/') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const usersOf = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test('outside server/db only the transaction and its verbs are imported', () => {
  const imported = files.flatMap(({ text }) => text.match(/(?<='#server\/db\/tenant\/)[\w-]+/g) ?? [])
  expect([...new Set(imported)].sort()).toEqual(['transaction', 'verbs'])
})
test('no rule chooses query plans, or defers and orders statements by itself', () => {
  expect(usersOf(/plan_cache_mode|enable_seqscan|deferToCommit|attemptTransaction/)).toEqual([])
})
test('only lists change how later statements are planned; a rule does it for one query', () => {
  expect(usersOf(/\bplanFollowing\(/).filter((path) => !path.startsWith('server/paging/'))).toEqual([])
})
test('only the request pipeline uses answers that wait for a decision, and work that may run again', () => {
  expect(usersOf(/\b(answeringAfter|markRepeatable)\(/).sort()).toEqual([
    'server/http/idempotency.ts',
    'server/http/pipeline.ts',
  ])
})
test('a correlated subquery names its organization by value, which a distributed database needs to find the node', () => {
  expect(usersOf(/WHERE \w+\.organization_id = \w+\.organization_id/)).toEqual([])
})
