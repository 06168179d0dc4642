import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { openDroppingServer, openMail, openMailbox } from '../harness/mailbox.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody, today } from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'

const refusing = 'refused@example.sa'
const busy = 'busy@example.sa'
const answers: Record<string, [number, string]> = { [refusing]: [550, 'no such mailbox'], [busy]: [451, 'come later'] }
const mailbox = await openMailbox({
  onRcptTo: ({ address }, _session, callback) => {
    const [responseCode, said] = answers[address] ?? []
    callback(said ? Object.assign(new Error(said), { responseCode }) : null)
  },
})
afterAll(() => mailbox.stop())
const app = await createTestApp(undefined, undefined, {
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Mizan <books@mizan.example>',
})
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)
const drain = () => app.app.services.outbox.drain()
const mail = (change: object = {}) => ({ channel: 'mail', language: 'ar', recipients: ['buyer@example.sa'], ...change })
const stateOf = async (id: number) => (await get(`/invoices/${id}/deliveries`))[0]

test('sends an invoice as a mail with its PDF, its words and a link of its own', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const start = await get(`/invoices/${invoice.id}/sending`)
  expect(start).toMatchObject({ can_mail: true, email: 'party@example.sa', number: invoice.invoice_number })
  expect(start.words.en.body).toContain('{link}')
  const sent = await post(
    `/invoices/${invoice.id}/deliveries`,
    mail({ recipients: 'buyer@example.sa, office@example.sa' }),
  )
  expect(sent).toMatchObject({ channel: 'mail', state: 'waiting', link: null })
  await drain()
  expect(await stateOf(invoice.id)).toMatchObject({ state: 'sent', error: null, opened: 0 })
  const received = mailbox.mails.at(-1) as (typeof mailbox.mails)[number]
  expect(received.to).toEqual(['buyer@example.sa', 'office@example.sa'])
  const { headers, subject, text, files } = openMail(received)
  expect(headers).toContain('<books@mizan.example>')
  expect(subject).toContain(invoice.invoice_number)
  expect(text).toMatch(/https:\/\/mizan\.example\/p\/\d+-[\w-]{43}/)
  expect(text).toContain('1,150.00 ريال')
  const pdf = files[`${invoice.invoice_number}.pdf`] as Buffer
  const printed = (await readPdf(pdf)).text
  for (const figure of [invoice.invoice_number, '1,000.00', '150.00', '1,150.00']) expect(printed).toContain(figure)
  expect(expectOk(await owner.get(`/invoices/${invoice.id}`)).body.data.issued_at).not.toBeNull()
})

test('a line break in a name or a subject never becomes a header', async () => {
  const customer = await post('/customers', {
    name: 'شركة <b>س</b> Bcc: x@example.sa',
    email: 'a@example.sa',
    type: 'company',
    status: 'active',
  })
  const invoice = await post('/invoices', invoiceBody(owner, { customer_id: customer.id }))
  await post(
    `/invoices/${invoice.id}/deliveries`,
    mail({ subject: 'One\r\nBcc: thief@example.sa', body: 'text\r\nBcc: x' }),
  )
  await drain()
  const { headers, subject } = openMail(mailbox.mails.at(-1) as never)
  expect(headers).not.toMatch(/^Bcc:/m)
  expect(subject).toBe('One Bcc: thief@example.sa')
  expect(mailbox.mails.at(-1)?.to).toEqual(['buyer@example.sa'])
})

test('a refused mailbox is a failure with its reason, and is sent again on request', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { id } = await post(`/invoices/${invoice.id}/deliveries`, mail({ recipients: [refusing] }))
  await drain()
  expect(await stateOf(invoice.id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('no such mailbox'),
  })
  const before = mailbox.mails.length
  expect(await post(`/invoices/${invoice.id}/deliveries/${id}/retry`, {})).toMatchObject({ state: 'waiting' })
  await drain()
  expect(mailbox.mails).toHaveLength(before)
  expect(await stateOf(invoice.id)).toMatchObject({ state: 'failed', attempts: 2 })
})

test('one refused mailbox of several is named; the others received it', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  await post(`/invoices/${invoice.id}/deliveries`, mail({ recipients: ['a@example.sa', refusing] }))
  await drain()
  expect(await stateOf(invoice.id)).toMatchObject({ state: 'sent', error: `refused: ${refusing}` })
})

test('a document voided while its mail waited is not sent, with the reason', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  await post(`/invoices/${invoice.id}/deliveries`, mail({ recipients: [busy] }))
  await drain()
  expect(await stateOf(invoice.id)).toMatchObject({ state: 'waiting', error: expect.stringContaining('later') })
  expectOk(await owner.remove(`/invoices/${invoice.id}`))
  await app.app.services.pool.query('UPDATE outbox_directory SET due_at = now()')
  const before = mailbox.mails.length
  await drain()
  expect(mailbox.mails).toHaveLength(before)
  expect(await stateOf(invoice.id)).toMatchObject({ state: 'failed', error: expect.stringMatching(/void/i) })
})

test('refuses to send a draft, a mail without a recipient, and one to no address', async () => {
  const draft = await post('/invoices', invoiceBody(owner, { status: 'draft' }))
  expect((await owner.post(`/invoices/${draft.id}/deliveries`, mail())).headers.refusal).toBe('document_not_posted')
  const invoice = await post('/invoices', invoiceBody(owner))
  const reply = await owner.post(`/invoices/${invoice.id}/deliveries`, mail({ recipients: [] }))
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['recipients']])
  const wrong = await owner.post(`/invoices/${invoice.id}/deliveries`, mail({ recipients: ['no address'] }))
  expect(Object.keys(wrong.body.errors)).toEqual(['recipients.0'])
})

test.each([
  ['before it had the message', false, 'waiting'],
  ['after it had the message', true, 'unknown'],
])('a mail server that hangs up %s', async (_when, isAfterMessage, state) => {
  const dropping = await openDroppingServer(isAfterMessage)
  const other = await createTestApp(undefined, undefined, { SMTP_URL: dropping.url })
  const own = await createOrganization(other)
  const invoice = await callsOf(own).post('/invoices', invoiceBody(own))
  await callsOf(own).post(`/invoices/${invoice.id}/deliveries`, mail())
  await other.app.services.outbox.drain()
  const [delivery] = await callsOf(own).get(`/invoices/${invoice.id}/deliveries`)
  expect(delivery).toMatchObject({ state, error: expect.any(String), attempts: 1 })
  dropping.stop()
})

test('without a mail server everything but mail works, and the sheet says so', async () => {
  const other = await createTestApp()
  const own = await createOrganization(other)
  const invoice = await callsOf(own).post('/invoices', invoiceBody(own))
  expect(await callsOf(own).get(`/invoices/${invoice.id}/sending`)).toMatchObject({ can_mail: false })
  const refused = await own.post(`/invoices/${invoice.id}/deliveries`, mail())
  expect(refused.headers.refusal).toBe('mail_not_set_up')
  const { link } = await callsOf(own).post(`/invoices/${invoice.id}/deliveries`, {
    channel: 'whatsapp',
    language: 'ar',
  })
  expect(link).toMatch(/^https:\/\/mizan\.example\/p\//)
})

test('a statement of account is sent with the figures of its range, and its link keeps showing them', async () => {
  const customer = await post('/customers', {
    name: 'عميل الكشف',
    email: 'k@example.sa',
    type: 'company',
    status: 'active',
  })
  await post('/invoices', invoiceBody(owner, { customer_id: customer.id }))
  const asked = `from=2026-01-01&to=${today()}`
  const start = await get(`/customers/${customer.id}/sending?${asked}`)
  expect(start).toMatchObject({ email: 'k@example.sa', number: `2026-01-01 – ${today()}` })
  await post(`/customers/${customer.id}/deliveries`, { ...mail(), from: '2026-01-01', to: today() })
  await drain()
  const { subject, text, files } = openMail(mailbox.mails.at(-1) as never)
  expect(subject).toContain('عميل الكشف')
  const [pdf] = Object.values(files)
  expect((await readPdf(pdf as Buffer)).text).toContain('1,150.00')
  const token = /\/p\/([\w-]+)/.exec(text)?.[1]
  const page = expectOk(await app.visitor().get(`/shared/${token}`)).body.data
  expect(page).toMatchObject({ kind: 'customer_statement', remaining: 1150, has_paper: true })
  const [delivery] = await get(`/customers/${customer.id}/deliveries`)
  expect(delivery).toMatchObject({ from_day: '2026-01-01', to_day: today(), opened: 1 })
})

test('a receipt voucher leaves by mail, and a voided one does not', async () => {
  const voucher = await post('/accounting/income-payments', paymentBody(owner, { amount: 100 }))
  const path = `/accounting/income-payments/${voucher.id}`
  await post(`${path}/deliveries`, mail())
  await drain()
  const { files } = openMail(mailbox.mails.at(-1) as never)
  expect(Object.keys(files)).toEqual([`${voucher.payment_number}.pdf`])
  expectOk(await owner.remove(path))
  expect((await owner.post(`${path}/deliveries`, mail())).headers.refusal).toBe('document_void')
})
