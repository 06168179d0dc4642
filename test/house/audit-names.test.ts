import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from '#contract/index.ts'
import { languages, loadWords } from '#server/core/locale.ts'

// The audit log names each kind of record: those of every call that writes, and those that a rule writes itself.

const words = await loadWords()
const written = calls.filter(({ method }) => method !== 'GET').map(({ labels }) => labels)
const byRules = globSync('server/**/*.ts').flatMap((path) => {
  const source = readFileSync(path, 'utf8')
  if (!source.includes(".insertInto('audit_log')")) return []
  return [...source.matchAll(/\bresource: '(\w+)'/g)].map(([, kind = '']) => kind)
})

test.each(languages)('every kind of the audit log has a name in %s', (language) => {
  expect(written.length).toBeGreaterThan(300)
  expect(new Set(byRules)).toEqual(new Set(['session', 'invitation']))
  const kinds = [...new Set([...written, ...byRules])]
  expect(kinds.filter((kind) => words.title(language, kind) === kind)).toEqual([])
})
