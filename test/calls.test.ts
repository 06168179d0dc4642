import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from '#contract/index.ts'

type Specified = { method: string; path: string; kind: string; body?: string }
const specified = JSON.parse(readFileSync(new URL('./specified-calls.json', import.meta.url), 'utf8')) as {
  prefix: string
  calls: Specified[]
}
const known = new Map(calls.map((call) => [`${call.method} ${call.path.replace(/:(\w+)/g, '{$1}')}`, call]))

test('the specification names 119 calls', () => expect(specified.calls).toHaveLength(119))
test.each(specified.calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s is a call of the contract',
  (name, call) => {
    const own = known.get(name)
    expect(own, name).toBeDefined()
    if (call.kind === 'list' || call.kind === 'options') expect(own?.answer).toBeDefined()
    if (call.kind === 'create' || call.kind === 'update') expect(own?.body).toBeDefined()
  },
)
