import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { limitsOf } from '#server/http/body-limits.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { multipart } from '../harness/multipart.ts'
import { createOrganization, invoiceBody } from '../harness/organization.ts'

// A body larger than its call could ever need is refused before it is stored or parsed.

const app = await createTestApp()
const owner = await createOrganization(app)
const visitor = app.visitor()
const publicCalls = calls.filter((call) => call.admission === 'public' && call.method === 'POST')
const many = (fields: number, size: number) =>
  multipart(Object.fromEntries(Array.from({ length: fields }, (_, row) => [`f${row}`, 'x'.repeat(size)])))

test.each(publicCalls.map((call) => [call.path]))(
  '%s accepts no more than its form can hold, in either encoding',
  async (path) => {
    for (const ask of [many(10, 64_000), many(4_900, 1), { body: { email: 'x'.repeat(40_000) } }]) {
      const reply = await visitor.ask('POST', path, ask)
      expect([reply.status, reply.body], path).toEqual([
        413,
        { code: 'body_too_large', message: expect.any(String), errors: {} },
      ])
    }
  },
)

test('cuts off a body without a length at the limit', async () => {
  const { payload, headers } = many(100, 10_000)
  const given = { ...headers, 'transfer-encoding': 'chunked' }
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: given,
    payload: chunks(payload),
  })
  expect(response.statusCode).toBe(413)
})

function chunks(text: string): NodeJS.ReadableStream {
  return Readable.from(text.match(/[\s\S]{1,16384}/g) ?? [])
}

test('a value truncated by the parser is refused, not stored in part', async () => {
  const reply = await owner.ask(
    'POST',
    '/customers',
    multipart({ ...(await bodies.customers(owner)), address: 'x'.repeat(70_000) }),
  )
  expect(reply.status).toBe(413)
})

test('500 complete rows fit into a form', async () => {
  const invoices = calls.find((call) => call.path === '/invoices' && call.method === 'POST') as Call
  expect(limitsOf(invoices)).toMatchObject({ bytes: 1_000_000, files: 0 })
  const items = Array.from({ length: 500 }, () => ({
    product_id: owner.ids.service,
    quantity: 1,
    price: 1,
    tax_rate: 15,
  }))
  expect((await owner.ask('POST', '/invoices', multipart(invoiceBody(owner, { items })))).status).toBe(200)
})

test.each(['[', '{"a":'])('%s nested beyond any form is malformed', async (open) => {
  const close = open === '[' ? ']' : '}'
  for (const depth of [33, 5_000, 150_000]) {
    const payload = `${open.repeat(depth)}1${close.repeat(depth)}`
    const reply = await owner.ask('POST', '/invoices', { payload, headers: { 'content-type': 'application/json' } })
    expect([depth, reply.status]).toEqual([depth, 400])
  }
})

test('brackets inside a text are text', async () => {
  const name = `${'[{'.repeat(40)}"\\"`
  const { data } = (await owner.post('/customers', { ...(await bodies.customers(owner)), name })).body
  expect(data.name).toBe(name)
})

test('refuses an invalid figure of any type on its field', async () => {
  const body = await bodies.expensePayments(owner)
  for (const withholding_rate of [{ toString: 1 }, [], true, 'five'])
    expect(
      (await owner.post('/accounting/expense-payments', { ...body, withholding_rate })).body.errors,
    ).toHaveProperty('withholding_rate')
})
