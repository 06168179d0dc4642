import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from '#contract/index.ts'
import { createTestApp } from '../harness/api.ts'

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

test('the published document describes every call, with its permission and its schemas', async () => {
  const app = await createTestApp()
  const { body } = await app.visitor().get('/docs')
  expect(body.openapi).toBe('3.1.0')
  const described = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual([...known.keys()].sort())
  const create = body.paths['/invoices'].post
  expect(create.description).toContain('create-invoice')
  expect(Object.keys(create.requestBody.content)).toEqual(['application/json', 'multipart/form-data'])
  expect(create.requestBody.content['application/json'].schema.required).toEqual(
    expect.arrayContaining(['invoice_number', 'customer_id', 'items']),
  )
  expect(create.responses[200].content['application/json'].schema.properties.data.properties.total).toEqual({
    type: 'number',
  })
})
