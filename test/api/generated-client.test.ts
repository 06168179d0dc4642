import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientText, type OpenApi } from '../../scripts/generate-client.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, invoiceBody, type Organization, today } from '../harness/organization.ts'

// Integrators generate a client from the published document. The test generates it, compiles it without an error and uses it.

const folder = mkdtempSync(join(tmpdir(), 'mizan-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON it is
type Any = any
let document: OpenApi & Any
let owner: Organization
beforeAll(async () => {
  const app = await createTestApp()
  owner = await createOrganization(app)
  document = (await app.visitor().get('/docs')).body
})

test('compiles, and types the input and the answer of each call', () => {
  writeFileSync(join(folder, 'client.ts'), clientText(document))
  const send = 'const send = async () => ({})\nconst client = createClient(send)\n'
  const right = `import { createClient } from './client.ts'\n${send}
    export const made = client.postInvoices({ body: { invoice_number: 'x', invoice_date: '2026-01-01', due_date: '2026-01-01', customer_id: 1,
      branch_id: 1, currency_id: 1, tax_id: 1, items: [{ product_id: 1, quantity: '1', price: 5, tax_rate: 15 }], action: 'store' } })
    export const total: Promise<number> = made.then(({ data }) => data.total)
    export const name: Promise<string | null> = client.getCustomersId({ params: { id: 1 } }).then(({ data }) => data.name_en)
    export const deep = client.getAccountingChartOfAccounts().then(({ data }) => data[0]?.children[0]?.children[0]?.balance)\n`
  const wrong = `import { createClient } from './client.ts'\n${send}
    client.postInvoices({ body: { invoice_number: 'x' } })\n`
  const compile = (text: string) => {
    writeFileSync(join(folder, 'use.ts'), text)
    const options = [
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'esnext',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
    ]
    execFileSync('node_modules/.bin/tsc', [...options, join(folder, 'use.ts')], { encoding: 'utf8' })
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  compile(right)
  expect(() => compile(wrong)).toThrow()
})

test('the server accepts its requests and answers as documented', async () => {
  writeFileSync(join(folder, 'client.ts'), clientText(document))
  const { createClient } = await import(pathToFileURL(join(folder, 'client.ts')).href)
  const client = createClient(
    async (method: 'GET' | 'POST' | 'DELETE', path: string, { query, body }: { query?: Any; body?: Any }) => {
      const reply = await owner.ask(method, `${path}${query ? `?${new URLSearchParams(query)}` : ''}`, body && { body })
      if (reply.status !== 200) throw new Error(`${reply.headers.refusal}`)
      return reply.body
    },
  )
  const { data: invoice } = await client.postInvoices({ body: { ...invoiceBody(owner), action: 'store' } })
  const { data, meta } = await client.getInvoices({ query: { keyword: invoice.invoice_number, page: 1 } })
  expect([data[0].id, meta.total]).toEqual([invoice.id, 1])
  await client.postInvoicesIdWriteOff({
    params: { id: invoice.id },
    body: { write_off_date: today(), amount: '10', reason: 'تعذر التحصيل' },
  })
  expect((await client.getInvoicesId({ params: { id: invoice.id } })).data.written_off).toBe(10)
  await expect(client.deleteInvoicesId({ params: { id: invoice.id } })).rejects.toThrow('is_settled')
})

const operations = () =>
  Object.entries<Any>(document.paths).flatMap(([path, all]) =>
    Object.entries<Any>(all).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )

test('every reference resolves, and every operation has a unique name, a summary and its refusals', () => {
  const text = JSON.stringify(document)
  for (const [, ref] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    const found = (ref as string)
      .slice(2)
      .split('/')
      .reduce((place: Any, key) => place?.[key], document)
    expect(found, ref).toBeDefined()
  }
  expect(new Set(operations().map(({ operation }) => operation.operationId)).size).toBe(operations().length)
  for (const { name, operation } of operations()) {
    expect(operation.summary, name).toMatch(/\w/)
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['200', '422', '503', 'default']))
    expect(operation.responses[422].headers, name).toHaveProperty('refusal')
    if (name.startsWith('post')) expect(Object.keys(operation.responses), name).toContain('409')
    if (name.startsWith('post /auth/') && !name.endsWith('logout'))
      expect(Object.keys(operation.responses), name).toContain('429')
  }
})

test('no input and no answer is untyped', () => {
  const untyped: string[] = []
  const look = (schema: Any, where: string): void => {
    const says = ['type', '$ref', 'anyOf', 'oneOf', 'enum', 'const', 'not'].some((key) => key in schema)
    if (!says && !schema.description) untyped.push(where)
    for (const [key, own] of Object.entries<Any>(schema.properties ?? {})) look(own, `${where}.${key}`)
    for (const own of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) look(own, where)
  }
  for (const { name, operation } of operations()) {
    for (const parameter of operation.parameters) look(parameter.schema, `${name} ${parameter.name}`)
    for (const [type, content] of Object.entries<Any>(operation.requestBody?.content ?? {}))
      look(content.schema, `${name} ${type}`)
    for (const content of Object.values<Any>(operation.responses[200].content ?? {}))
      look(content.schema, `${name} answer`)
  }
  expect(untyped).toEqual([])
})

test('the required fields are exactly those that the server requires', async () => {
  for (const { name, operation } of operations().filter(({ name }) => /^post \/[a-z-]+$/.test(name))) {
    const { required = [] } = operation.requestBody.content['application/json'].schema
    const { errors } = (await owner.post(name.slice(5), {})).body
    // A rule that compares two fields asks for a third.
    expect(
      Object.keys(errors)
        .filter((field) => field !== 'quantity')
        .sort(),
      name,
    ).toEqual([...required].sort())
  }
})

test('the server accepts each example body, except for records that do not exist', async () => {
  for (const { name, operation } of operations().filter(({ name }) =>
    /^post \/(customers|suppliers|branches|units|taxes|roles|users)$/.test(name),
  )) {
    const { example } = operation.requestBody.content['application/json']
    const reply = await owner.post(name.slice(5), example)
    expect([name, reply.status, reply.body.errors]).toEqual([name, 200, undefined])
  }
})
