import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Everything a paper says is written down when it is issued: later changes of settings, customers, branches and units never reach it.

const day = '2028-03-05'
let now = new Date(`${day}T20:59:30Z`)
const app = await createTestApp({ now: () => now })
let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeEach(async () => {
  now = new Date(`${day}T20:59:30Z`)
  owner = await createOrganization(app)
  calls = callsOf(owner)
})

async function profile(change: Record<string, unknown>) {
  const { logo: _, status: __, version: ___, vat_status: ____, ...known } = await calls.get('/organization/show')
  await calls.post('/organization/update', { ...known, ...change })
}
const register = () => profile({ tax_number: '310122393500003' })
const registered = { tax_number: '311111111111113', address: 'شارع قديم 1' }
const party = { name: 'الأصل', email: 'a@example.sa', type: 'company', status: 'active' }

/** All that papers name is called otherwise afterwards. */
async function renameEverything() {
  const { ids } = owner
  for (const [path, id] of [
    ['customers', ids.customer],
    ['suppliers', ids.supplier],
  ] as const)
    await calls.post(`/${path}/${id}`, { ...party, name: 'آخر', tax_number: '322222222222223', address: 'طريق جديد 9' })
  await profile({ name: 'اسم جديد', tax_number: '399999999999993', address: 'مكان آخر' })
  const { name: _, ...branch } = await calls.get(`/branches/${ids.branch}`)
  await calls.post(`/branches/${ids.branch}`, { ...branch, name: 'فرع جدة', address: 'جدة', city_id: 2 })
  const { name: __, ...unit } = await calls.get(`/units/${ids.unit}`)
  await calls.post(`/units/${ids.unit}`, { ...unit, name: 'طن', name_en: 'Ton' })
  const { name: ___, ...method } = await calls.get(`/payment-methods/${ids.method}`)
  await calls.post(`/payment-methods/${ids.method}`, { ...method, name: 'طريقة أخرى' })
}
const dated = { invoice_date: day, due_date: day }
const noted = { note_date: day, reason: 'تصحيح', lines: [{ line_number: 1, amount: 100 }] }
const tagsOf = (qr: string) => {
  const bytes = Buffer.from(qr, 'base64')
  const values: string[] = []
  for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] as number))
    values.push(bytes.toString('utf8', at + 2, at + 2 + (bytes[at + 1] as number)))
  return values
}

test('no paper changes with the masters it was drawn from', async () => {
  await register()
  const { ids } = owner
  await calls.post(`/customers/${ids.customer}`, { ...party, ...registered })
  const invoice = (change = {}) => idOf(owner.post('/invoices', invoiceBody(owner, { ...dated, ...change })))
  const bill = () => idOf(owner.post('/bills', billBody(owner, { bill_date: day, due_date: day })))
  const [first, paid] = [await invoice(), await invoice()]
  const receipt = await idOf(
    owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: day, amount: 500 })),
  )
  await calls.post(`/accounting/income-payments/${receipt}/refund`, {
    refund_date: day,
    amount: 50,
    payment_method_id: ids.method,
  })
  const set_off = await idOf(
    owner.post('/accounting/set-offs', {
      set_off_date: day,
      customer_id: ids.customer,
      supplier_id: ids.supplier,
      branch_id: ids.branch,
      currency_id: ids.currency,
      receivables: [{ reference_id: paid, amount: 100 }],
      payables: [{ reference_id: await bill(), amount: 100 }],
    }),
  )
  const account = (await calls.get('/accounting/accounts/list')).find(
    ({ number }: { number: string }) => number === '110101',
  )
  const reconciliation = await calls.post('/accounting/bank-reconciliations', {
    account_id: account.id,
    statement_date: day,
    statement_balance: '0',
  })
  const papers = [
    `/invoices/${first}`,
    `/advance-invoices/${await idOf(owner.post('/advance-invoices', invoiceBody(owner, dated)))}`,
    `/credit-notes/${await idOf(owner.post(`/invoices/${first}/credit-note`, noted))}`,
    `/debit-notes/${await idOf(owner.post(`/invoices/${first}/debit-note`, noted))}`,
    `/bills/${await bill()}`,
    `/accounting/income-payments/${receipt}`,
    `/accounting/set-offs/${set_off}`,
    `/accounting/bank-reconciliations/${reconciliation.id}`,
  ]
  const read = () => Promise.all(papers.map((path) => calls.get(path)))
  const before = await read()
  await renameEverything()
  expect(await read()).toEqual(before)
  expect(before[0]).toMatchObject({
    is_tax_invoice: true,
    customer: registered,
    organization: { name: 'شركة الاختبار' },
  })
  // Documents issued from now on show the present data.
  expect(await calls.get(`/invoices/${await invoice()}`)).toMatchObject({
    customer: { name: 'آخر' },
    branch: { name: 'فرع جدة' },
  })
})

test('a tax invoice stays one when the number is taken out of the settings', async () => {
  await register()
  const { id, issue_time } = await calls.post('/invoices', invoiceBody(owner, dated))
  const { qr } = await calls.post(`/invoices/${id}/issue`, {})
  // The same pair on paper and in the code.
  expect(tagsOf(qr).slice(0, 3)).toEqual(['شركة الاختبار', '310122393500003', `${day}T${issue_time}`])
  expect(issue_time).toBe('23:59:30')
  await profile({ tax_number: null })
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({
    locked_because: 'document_locked',
    qr,
    is_tax_invoice: true,
  })
  const listed = (await calls.get('/invoices')).find((row: { id: number }) => row.id === id)
  expect(listed.locked_because).toBe('document_locked')
  expect((await owner.remove(`/invoices/${id}`)).body.errors).toHaveProperty('status')
  expect((await owner.post(`/invoices/${id}`, invoiceBody(owner, { ...dated, items: [] }))).status).toBe(422)
})

test('an invoice issued before registration never becomes a tax invoice, corrected or not', async () => {
  const body = invoiceBody(owner, dated)
  const { id } = await calls.post('/invoices', body)
  now = new Date('2028-03-06T09:00:00Z')
  await register()
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({
    qr: null,
    is_tax_invoice: false,
    organization: { tax_number: null },
  })
  const items = [{ product_id: owner.ids.service, quantity: 2, price: 1000, tax_rate: 15 }]
  expect(await calls.post(`/invoices/${id}`, { ...body, items })).toMatchObject({
    qr: null,
    is_tax_invoice: false,
    organization: { tax_number: null },
    total: 2300,
  })
})

test('until it is printed and its day is over, saving an invoice again updates its paper', async () => {
  const body = invoiceBody(owner, dated)
  const { id } = await calls.post('/invoices', body)
  await register()
  await calls.post(`/customers/${owner.ids.customer}`, { ...party, ...registered })
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({
    customer: { name: 'عميل' },
    organization: { tax_number: null },
  })
  await calls.post(`/invoices/${id}`, { ...body, notes: 'حُفظت' })
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({ customer: { name: 'الأصل' }, printed: { notes: 'حُفظت' } })
  await calls.post(`/invoices/${id}/issue`, {})
  await calls.post(`/customers/${owner.ids.customer}`, { ...party, name: 'بعد الطباعة' })
  await calls.post(`/invoices/${id}`, { ...body, notes: 'وعد بالسداد', due_date: '2028-04-01' })
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({
    customer: { name: 'الأصل' },
    notes: 'وعد بالسداد',
    due_date: '2028-04-01',
    printed: { notes: 'حُفظت', due_date: day },
  })
})

test('an issued paper is stored once and can be neither changed nor deleted', async () => {
  await calls.post('/invoices', invoiceBody(owner, dated))
  await withSuperuser(app, async (client) => {
    for (const forged of [
      "UPDATE issued_papers SET paper = '{}'",
      'DELETE FROM issued_papers',
      'TRUNCATE issued_papers',
    ])
      await expect(client.query(forged)).rejects.toThrow(/append-only/)
  })
})

test('the logo of an issued paper stays to be printed', async () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { logo: _, status: __, ...known } = await calls.get('/organization/show')
  const fields = Object.entries(known).filter(([, value]) => value !== null)
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head =
    '--x\r\nContent-Disposition: form-data; name="logo_file"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(parts.join('') + head), pixel, Buffer.from('\r\n--x--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expectOk(await owner.ask('POST', '/organization/update', { payload, headers }))
  const { id, organization } = await calls.post('/invoices', invoiceBody(owner, dated))
  await profile({ logo_file: 'remove' })
  expect((await calls.get(`/invoices/${id}`)).organization.logo).toBe(organization.logo)
  expect((await app.app.inject({ method: 'GET', url: organization.logo })).statusCode).toBe(200)
})
