import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  paymentBody,
  registeredBody,
} from '../harness/organization.ts'

let now = new Date()
const app = await createTestApp({ now: () => now })
const owner = await createOrganization(app, registeredBody)
const { post, get } = callsOf(owner)
const reader = app.visitor()
const iban = 'SA0380000000608010167519'
const settings = {
  link_days: 30,
  bank_accounts: [{ bank: 'مصرف الراجحي', holder: 'شركة الاختبار', iban: 'sa03 8000 0000 6080 1016 7519' }],
  templates: { ar: { subject: '', body: '' }, en: { subject: 'Invoice {number} {unknown}', body: '' } },
}

async function linkTo(path: string, language = 'en') {
  const { id, link } = await post(`${path}/deliveries`, { channel: 'link', language })
  return { id, token: link.split('/p/')[1] as string }
}

test('refuses an IBAN whose check digits are wrong, and stores the others in one spelling', async () => {
  const wrong = { ...settings, bank_accounts: [{ bank: 'X', iban: 'SA0380000000608010167510' }] }
  expect((await owner.post('/sharing/settings', wrong)).body.errors).toHaveProperty(['bank_accounts.0.iban'])
  expect(await post('/sharing/settings', settings)).toMatchObject({ bank_accounts: [{ iban }], version: 1 })
  expect((await owner.post('/sharing/settings', { ...settings, version: 0 })).status).toBe(409)
})

test('shows the paper, its state and how to pay, and nothing else of the organization', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { token } = await linkTo(`/invoices/${invoice.id}`)
  const { data } = expectOk(await reader.get(`/shared/${token}`)).body
  expect(data).toMatchObject({
    kind: 'invoice',
    number: invoice.invoice_number,
    state: 'unpaid',
    total: 1150,
    remaining: 1150,
  })
  expect(data.bank_accounts).toEqual([{ bank: 'مصرف الراجحي', holder: 'شركة الاختبار', iban }])
  expect(Object.keys(data).sort()).toEqual(
    ['kind', 'number', 'date', 'due_date', 'language', 'state', 'total', 'remaining', 'currency', 'seller', 'party']
      .concat('bank_accounts', 'has_paper', 'has_xml', 'items', 'offer')
      .sort(),
  )
  expect(JSON.stringify(data)).not.toMatch(/"(id|tax_number|created_by|cost_center\w*|organization_id)"/)
  // The rows and totals of the paper, as text.
  const { columns, rows, totals } = data.items
  const cell = (name: string) => rows[0][columns.findIndex(({ label }: { label: { en: string } }) => label.en === name)]
  expect([rows.length, cell('Unit price').text, cell('VAT').text]).toEqual([1, '1,000.00', '150.00'])
  expect(totals.at(-1)).toMatchObject({ value: '⃁\u00a01,150.00', is_grand: true })
  const pdf = await app.app.inject({ url: `/api/shared/${token}/pdf` })
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  const picture = await app.app.inject({ url: `/api/shared/${token}/picture` })
  expect([picture.headers['content-type'], picture.headers['x-robots-tag']]).toEqual([
    'image/svg+xml',
    'noindex, nofollow',
  ])
  expect(picture.body).toMatch(/^<svg/)
})

test('shows which link was opened, and current payments', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { token } = await linkTo(`/invoices/${invoice.id}`)
  await reader.get(`/shared/${token}`)
  await post(
    '/accounting/income-payments',
    paymentBody(owner, { references: [{ reference_id: invoice.id, amount: 1150 }] }),
  )
  const { data } = (await reader.get(`/shared/${token}`)).body
  expect(data).toMatchObject({ state: 'paid', remaining: 0, bank_accounts: [] })
  const [delivery] = await get(`/invoices/${invoice.id}/deliveries`)
  expect(delivery).toMatchObject({ opened: 2, first_opened_at: expect.any(String), state: 'open', link: null })
})

test('an ended link and an expired link open nothing and say so', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const ended = await linkTo(`/invoices/${invoice.id}`)
  const old = await linkTo(`/invoices/${invoice.id}`)
  await post(`/invoices/${invoice.id}/deliveries/${ended.id}/end`, {})
  for (const path of ['', '/pdf', '/picture', '/xml']) {
    const reply = await reader.get(`/shared/${ended.token}${path}`)
    expect([reply.status, reply.headers.refusal], path).toEqual([410, 'link_ended'])
  }
  expectOk(await reader.get(`/shared/${old.token}`))
  now = new Date(now.getTime() + 31 * 86_400_000)
  const reply = await reader.get(`/shared/${old.token}`)
  expect([reply.status, reply.headers.refusal]).toEqual([410, 'link_expired'])
  now = new Date()
})

test('a voided document says so behind its old link, and shows no paper and no account', async () => {
  const unregistered = await createOrganization(app)
  const own = callsOf(unregistered)
  await own.post('/sharing/settings', settings)
  const invoice = await own.post('/invoices', invoiceBody(unregistered))
  const { link } = await own.post(`/invoices/${invoice.id}/deliveries`, { channel: 'link', language: 'ar' })
  const token = link.split('/p/')[1]
  expectOk(await unregistered.remove(`/invoices/${invoice.id}`))
  const { data } = expectOk(await reader.get(`/shared/${token}`)).body
  expect(data).toMatchObject({ state: 'void', has_paper: false, bank_accounts: [] })
  expect((await reader.get(`/shared/${token}/pdf`)).headers.refusal).toBe('document_void')
})

test('no guess, no other organization and no other document of it opens anything', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { id, token } = await linkTo(`/invoices/${invoice.id}`)
  const [, secret] = token.split(/-(.*)/s) as [string, string]
  for (const wrong of [`999999-${secret}`, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'x', `${token}x`])
    expect((await reader.get(`/shared/${wrong}`)).status, wrong).toBe(404)
  const stranger = await createOrganization(app)
  expect((await stranger.get(`/invoices/${invoice.id}/deliveries`)).status).toBe(404)
  expect((await stranger.post(`/invoices/${invoice.id}/deliveries/${id}/end`, {})).status).toBe(404)
  const other = await post('/invoices', invoiceBody(owner))
  expect((await owner.post(`/invoices/${other.id}/deliveries/${id}/end`, {})).status).toBe(404)
  expectOk(await reader.get(`/shared/${token}`))
})

test('views of a link are limited, and guessing is throttled', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { token } = await linkTo(`/invoices/${invoice.id}`)
  const visit = (path: string, ip: string) => app.app.inject({ url: `/api/shared/${path}`, remoteAddress: ip })
  const replies = []
  for (let times = 0; times < 125; times++) replies.push((await visit(token, '203.0.113.9')).statusCode)
  expect([replies[0], replies[118], replies.at(-1)]).toEqual([200, 200, 429])
  const guesses = []
  for (let times = 0; times < 25; times++)
    guesses.push(
      (await visit(`1-${crypto.randomUUID().replaceAll('-', '')}${'a'.repeat(11)}`, '198.51.100.4')).statusCode,
    )
  expect([guesses[0], guesses.at(-1)]).toEqual([404, 429])
})

test('a remark of the reader reaches the sender, by mail and on the timeline', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { token } = await linkTo(`/invoices/${invoice.id}`)
  expectOk(
    await reader.post(`/shared/${token}/remarks`, { name: 'سارة', remark: 'العنوان غير صحيح\nBcc: x@example.sa' }),
  )
  expect((await reader.post(`/shared/${token}/remarks`, { remark: ' ' })).body.errors).toHaveProperty('remark')
  await app.app.services.outbox.drain()
  const mail = app.outbox.at(-1)
  expect(mail?.to).toBe(owner.email)
  expect(mail?.subject).toContain(invoice.invoice_number)
  expect(mail?.text).toContain('العنوان غير صحيح')
  expect(mail?.text).toContain(`https://mizan.example/sales/invoices/${invoice.id}/view`)
  const [delivery] = await get(`/invoices/${invoice.id}/deliveries`)
  expect(delivery.remarks).toMatchObject([{ name: 'سارة' }])
  const replies = []
  for (let times = 0; times < 8; times++)
    replies.push((await reader.post(`/shared/${token}/remarks`, { remark: 'x' })).status)
  expect(replies.at(-1)).toBe(429)
})

test('the words of the organization are used, with known blanks filled and others left', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { words } = await get(`/invoices/${invoice.id}/sending`)
  expect(words.en.subject).toBe(`Invoice ${invoice.invoice_number} {unknown}`)
  expect(words.ar.subject).toContain('فاتورة')
})
