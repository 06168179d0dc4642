import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/index.ts'
import { loadWords } from '#server/core/locale.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { fileUpload } from '../harness/multipart.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  password,
  today,
} from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})
const party = { name: 'عميل السجل', email: 'party@example.sa', type: 'company', status: 'active' }
const log = async (query = '', by: Pick<Organization, 'get'> = owner) =>
  expectOk(await by.get(`/audit-log?per_page=100${query}`)).body

test('records who did what, from where, with which record', async () => {
  const created = await owner.ask('POST', '/customers', { body: party, headers: { 'x-forwarded-for': '203.0.113.5' } })
  const { data } = await log('&resource=customer')
  expect(data[0]).toMatchObject({
    user: { name: expect.any(String) },
    api_key: null,
    ip: '203.0.113.5',
    act: 'create',
    action: 'POST /customers',
    resource_title: 'Customers',
    resource_id: created.body.data.id,
    request_id: created.headers['x-request-id'],
  })
})

test('shows what was sent with the labels of the screen, in the language that is asked for', async () => {
  expectOk(await owner.post('/customers', party))
  const [{ id }] = (await log('&resource=customer')).data
  const english = (await owner.get(`/audit-log/${id}`)).body.data.changes
  expect(english).toContainEqual({ field: 'name', label: 'Customer name', value: party.name })
  const arabic = (await owner.ask('GET', `/audit-log/${id}`, { language: 'ar' })).body.data.changes
  expect(arabic).toContainEqual({ field: 'name', label: 'اسم العميل', value: party.name })
})

test('never shows a password or a code', async () => {
  const user = { name: 'سارة', email: `${crypto.randomUUID()}@example.sa`, status: 'inactive', password }
  expectOk(await owner.post('/users', user))
  const [{ id }] = (await log('&resource=user')).data
  expect(JSON.stringify((await owner.get(`/audit-log/${id}`)).body)).not.toContain(password)
})

test('is narrowed by person, kind of record, record and days', async () => {
  const role = await clientWith(app, owner, ['create-customer'])
  expectOk(await role.post('/customers', party))
  const { users, resources } = expectOk(await owner.get('/audit-log/filters')).body.data
  expect(resources).toContainEqual({ value: 'customer', label: 'Customers' })
  const other = users.find(({ name }: { name: string }) => name === 'role')
  const own = (await log(`&user_id=${other.id}`)).data
  expect(own).toMatchObject([{ user: { id: other.id }, resource: 'customer' }])
  expect((await log(`&resource=customer&resource_id=${own[0].resource_id}`)).data).toHaveLength(1)
  expect((await log('&from=2000-01-01&to=2000-12-31')).meta.total).toBe(0)
  const all = await log()
  expect((await log('&from=2000-01-01')).meta.total).toBe(all.meta.total)
})

test('has the sign-ins with their address', async () => {
  await app.visitor().ask('POST', '/auth/login', {
    body: { email: owner.email, password },
    headers: { 'x-forwarded-for': '203.0.113.77' },
  })
  const signIns = (await log('&resource=session')).data
  expect(signIns[0]).toMatchObject({ act: 'sign_in', ip: '203.0.113.77', user: { name: expect.any(String) } })
})

test('is open to permitted users, and contains nothing of other organisations', async () => {
  const reader = await clientWith(app, owner, ['read-audit-log'])
  expect((await log('', reader)).meta.total).toBe((await log()).meta.total)
  const stranger = await createOrganization(app)
  const [{ id }] = (await log()).data
  expect((await stranger.get(`/audit-log/${id}`)).status).toBe(404)
  expect((await log('', stranger)).data.map((entry: { id: number }) => entry.id)).not.toContain(id)
})

test('names a note, not the invoice that it corrects', async () => {
  const invoice = await idOf(owner.post('/invoices', invoiceBody(owner)))
  const body = { note_date: today(), reason: 'خطأ', lines: [{ line_number: 1, quantity: 1 }] }
  const note = await idOf(owner.post(`/invoices/${invoice}/credit-note`, body))
  expect((await log('&resource=credit_note')).data[0]).toMatchObject({ resource_id: note })
})

test('names an attachment, not the record that has it', async () => {
  const papers = `/invoices/${await idOf(owner.post('/invoices', invoiceBody(owner)))}/attachments`
  const attachment = await idOf(
    owner.ask('POST', papers, fileUpload('attached_file', 'a.pdf', Buffer.from('%PDF-1.7\n% a paper\n'))),
  )
  expectOk(await owner.remove(`${papers}/${attachment}`))
  const { data } = await log('&resource=attachment')
  expect(data.map(({ resource_id }: { resource_id: number }) => resource_id)).toEqual([attachment, attachment])
})

test.each(['ar', 'en'] as const)('every action of the contract has words in the log: %s', async (language) => {
  const words = await loadWords()
  const ends = calls
    .filter(({ kind, method }) => kind === 'action' && method !== 'GET')
    .map(({ path }) => path.split('/').at(-1) as string)
    .filter((end) => !end.startsWith(':'))
  const unworded = ends.filter((end) => words.say(language, `access:audit.actions.${end}`).startsWith('audit.'))
  expect([...new Set(unworded)]).toEqual([])
})
