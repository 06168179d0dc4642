import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization } from '../harness/organization.ts'

// Any input to any call: never a 5xx, always `{ code, message, errors }`, and no internal details.

const app = await createTestApp()
const owner = await createOrganization(app)

const nasty = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    '',
    '1e999',
    '\u0000',
    '\ud800',
    '‮',
    '٣٫٥',
    "'; drop table users; --",
    '%',
    '../../etc/passwd',
    '[object Object]',
    'NaN',
    '{}',
    '9'.repeat(400),
    '2026-02-30',
    -0,
  ),
  // Things that do not turn into text, and things that pretend to be a file or a list.
  fc.constantFrom<unknown>({ toString: 1 }, { valueOf: 1, toString: 2 }, { data: 'x' }, { length: 3 }),
)
/** Nested as deep as a body may be. */
function deep(levels: number): unknown {
  return levels === 0 ? 'x' : levels % 2 ? [deep(levels - 1)] : { a: deep(levels - 1) }
}
const value = fc.oneof(
  nasty,
  fc.constant(deep(30)),
  fc.array(nasty, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('id', 'name', '__x', 'constructor', '0'), nasty, { maxKeys: 3, noNullPrototype: true }),
)

/** The field names the schema knows, so that what is sent reaches the rules behind it. */
function namesOf(call: Call): string[] {
  const shape =
    (call.body as { shape?: Record<string, unknown> } | undefined)?.shape ??
    (call.query as { shape?: Record<string, unknown> } | undefined)?.shape
  return Object.keys(shape ?? { name: 1 })
}

const others = calls.filter((call) => !call.path.startsWith('/auth/'))
test.each(others.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
  const names = namesOf(call)
  const fields = fc.dictionary(fc.constantFrom(...names, 'x'), value, {
    maxKeys: names.length + 1,
    noNullPrototype: true,
  })
  const id = fc.oneof(fc.constantFrom('1', '2', '0', 'x', '%00', '1e3'), fc.integer().map(String))
  await fc.assert(
    fc.asyncProperty(fields, id, fc.constantFrom('ar', 'en'), async (sent, given, language) => {
      const path = call.path.replace(/:\w+/g, encodeURIComponent(given))
      const query: string =
        call.method === 'GET'
          ? `?${new URLSearchParams(Object.entries(sent).map(([key, item]) => [key, typeof item === 'string' ? item : JSON.stringify(item)]))}`
          : ''
      const reply = await owner.ask(call.method, `${path}${query}`, {
        language: language as 'ar' | 'en',
        ...(call.method === 'POST' && { body: sent }),
      })
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
      if (reply.status >= 400) {
        expect(reply.body).toEqual({
          code: reply.headers.refusal,
          message: expect.any(String),
          errors: expect.any(Object),
        })
        expect(JSON.stringify(reply.body)).not.toMatch(/node_modules|\.ts:|SELECT |violates|syntax error|errors:|\{\{/)
      }
    }),
    // The seed differs in each run: what one run does not draw, another does.
    { numRuns: 10 },
  )
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})
