import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/index.ts'
import { refusals } from '#contract/refusals.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, today } from '../harness/organization.ts'

let app: TestApp
let page: string
const browser = { accept: 'text/html,application/xhtml+xml' }
beforeAll(async () => {
  app = await createTestApp()
  page = (await app.visitor().ask('GET', '/docs', { headers: browser })).body
})

test('a browser gets a page, a program the OpenAPI document, also at the same address by name', async () => {
  expect(page).toMatch(/^<!doctype html>/)
  expect((await app.visitor().get('/docs')).body.openapi).toBe('3.1.0')
  expect((await app.visitor().ask('GET', '/docs?format=json', { headers: browser })).body.openapi).toBe('3.1.0')
})

test('the page has every call with its permission, and every refusal in both languages', () => {
  for (const { method, path } of calls) expect(page).toContain(`<b>${method}</b> ${path}</code>`)
  for (const name of Object.keys(refusals)) expect(page).toContain(`<code>${name}</code>`)
  expect(page).toContain('needs manage-api-keys')
  expect(page).not.toMatch(/>(refusals|errors):/)
})

test('the page runs without scripts and without anything of another host', () => {
  expect(page).not.toMatch(/<script|<link|<img| on\w+=/)
})

test('the quick start works as it is written', async () => {
  const owner = await createOrganization(app)
  const permissions = ['create-invoice', 'list-customer', 'create-customer']
  const { key } = expectOk(await owner.post('/api-keys', { name: 'Start', permissions, expires_on: today() })).body.data
  const text = page.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  const body = JSON.parse(/first-customer' \\\n {2}-d '([^']+)'/.exec(text)?.[1] ?? '')
  const program = app.visitor(key)
  expect(expectOk(await program.get('/users/permissions')).body.data.toSorted()).toEqual(permissions.toSorted())
  const [customers, products] = [...text.matchAll(/\/api(\/\w+\/list\?per_page=5)'/g)].map(([, path]) => path as string)
  const customer_id = expectOk(await program.get(customers as string)).body.data[0].id
  const product_id = expectOk(await program.get(products as string)).body.data.at(-1).id
  const sent = JSON.parse(/first-invoice' \\\n {2}-d '([^']+)'/.exec(text)?.[1] ?? '')
  const asked = { ...sent, customer_id, items: [{ ...sent.items[0], product_id }] }
  const made = expectOk(await program.post('/invoices/quick', asked, { 'idempotency-key': 'first-invoice' })).body.data
  expect(made).toMatchObject({ status: 'draft', customer_id, invoice_date: today() })
  const headers = { 'idempotency-key': 'first-customer' }
  const first = expectOk(await program.post('/customers', body, headers)).body.data.id
  expect(expectOk(await program.post('/customers', body, headers)).body.data.id).toBe(first)
  const list = /\/api(\/customers\?[^']+)'/.exec(text)?.[1] as string
  expect(expectOk(await program.get(list)).body.data[0].id).toBe(first)
})
